import Darwin
import DemoCore

/// A reader of kernel values, for the app and its extension.
nonisolated enum KernelReader {
    /// Reads all bytes of a value with sysctlbyname(3).
    static func read(_ name: String) -> KernelAnswer {
        var bytes = [UInt8](repeating: 0, count: 64)
        var size = bytes.count
        guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return .failed(errno: errno) }
        return .bytes(Array(bytes.prefix(size)))
    }
}
