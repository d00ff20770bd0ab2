#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum ProcessorCount {
    /// How many processors run now.
    static var active: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
