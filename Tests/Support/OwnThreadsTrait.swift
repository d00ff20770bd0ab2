package import Testing

/// Runs a test, or every test of a suite, on threads that no other kind of test uses.
package struct OwnThreadsTrait: TestTrait, SuiteTrait, TestScoping {
    let threads: OwnThreads
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Older systems have no executor preferences: there the test shares the pool.
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else { return try await function() }
        try await withTaskExecutorPreference(threads.executor) { try await function() }
    }
}

extension Trait where Self == OwnThreadsTrait {
    /// The test computes for long, and must not take the pool's threads from others.
    package static var computesForLong: Self { Self(threads: .computing) }

    /// The test holds its thread while it waits for another process.
    package static var waitsForProcesses: Self { Self(threads: .waiting) }

    /// The test uses real sockets, which close connections that stay silent for long.
    package static var usesSockets: Self { Self(threads: .talking) }

    /// The test keeps a thread busy until it has had some hundred turns, so they must come soon.
    package static var needsManyTurns: Self { Self(threads: .talking) }
}

extension Task where Failure == Never {
    /// A task on the threads of its test. `Task.init` inherits no executor, and would go to the pool.
    @discardableResult
    package static func on(_ threads: OwnThreads, _ work: @escaping @Sendable () async -> Success) -> Self {
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else { return Task { await work() } }
        return Task(executorPreference: threads.executor) { await work() }
    }
}

extension Task where Failure == any Error {
    /// The same for work that throws.
    @discardableResult
    package static func on(_ threads: OwnThreads, _ work: @escaping @Sendable () async throws -> Success) -> Self {
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else { return Task { try await work() } }
        return Task(executorPreference: threads.executor) { try await work() }
    }
}
