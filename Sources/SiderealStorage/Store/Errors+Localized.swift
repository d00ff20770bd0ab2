#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreError: LocalizedError {
    public var errorDescription: String? { description }
}

extension FirstUnlockError: LocalizedError {
    public var errorDescription: String? { description }
}

extension KeychainError: LocalizedError {
    public var errorDescription: String? { description }
}

extension DefaultsError: LocalizedError {
    public var errorDescription: String? { description }
}
