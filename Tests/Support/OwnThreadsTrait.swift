package import Testing

/// Runs a test, or every test of a suite, on threads that are reserved for its kind of test.
package struct OwnThreadsTrait: TestTrait, SuiteTrait, TestScoping {
    let threads: OwnThreads
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Older systems have no executor preferences. On these systems the test shares the pool.
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else { return try await function() }
        try await withTaskExecutorPreference(threads.executor) { try await function() }
    }
}

extension Trait where Self == OwnThreadsTrait {
    /// For a test that computes for long, so it doesn't take the pool's threads from other tests.
    package static var computesForLong: Self { Self(threads: .computing) }

    /// For a test that holds its thread while it waits for another process.
    package static var waitsForProcesses: Self { Self(threads: .waiting) }

    /// For a test that uses real sockets. A peer closes a connection that is silent for long, so the test must run
    /// promptly.
    package static var usesSockets: Self { Self(threads: .talking) }

    /// For a test that needs some hundred turns on a thread, so each turn must come soon.
    package static var needsManyTurns: Self { Self(threads: .talking) }
}

extension Task where Failure == Never {
    /// Creates a task on the given threads. `Task.init` inherits no executor, so its task would run on the pool.
    @discardableResult
    package static func on(_ threads: OwnThreads, _ work: @escaping @Sendable () async -> Success) -> Self {
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else { return Task { await work() } }
        return Task(executorPreference: threads.executor) { await work() }
    }
}

extension Task where Failure == any Error {
    /// Creates a task on the given threads. Its work can throw.
    @discardableResult
    package static func on(_ threads: OwnThreads, _ work: @escaping @Sendable () async throws -> Success) -> Self {
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else { return Task { try await work() } }
        return Task(executorPreference: threads.executor) { try await work() }
    }
}
