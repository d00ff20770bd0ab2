import Foundation
public import Sidereal

/// A recorder of a launch, and of the changes after the device is unlocked.
public struct LaunchRecorder: Sendable {
    /// The parts that the recorder reads.
    public struct Surroundings: Sendable {
        public var observatory: Observatory
        public var gate: FirstUnlockGate
        public var settings: ProtectedStore
        /// The function that waits between the reads after an unlock.
        public var wait: @Sendable (Duration) async throws -> Void

        public init(
            observatory: Observatory, gate: FirstUnlockGate, settings: ProtectedStore,
            wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        ) {
            self.observatory = observatory
            self.gate = gate
            self.settings = settings
            self.wait = wait
        }
    }

    private let surroundings: Surroundings
    private let log: LaunchLog
    /// A random number for this process.
    public let process = UInt64.random(in: .min ... .max)

    public init(_ surroundings: Surroundings, log: LaunchLog) {
        self.surroundings = surroundings
        self.log = log
    }

    /// Reads and records all values now. Call this method early in a launch, right after the app reads the naive flag.
    @discardableResult
    public func record(_ readers: some DeviceReaders, naiveFlag: Bool) async throws(StoreError) -> LaunchRecord {
        // The gate comes first: its state is that of the moment at which the launch began to read.
        let gate = LaunchRecord.Gate(surroundings.gate.state)
        let stored = LaunchRecord.StoredFlag(surroundings.settings.read(.hasOnboarded))
        let (bootSession, text) = Observations.BootSession.read(readers)
        let monotonicClock = monotonicReading(readers)
        let settings = surroundings.settings
        let observations = Observations(
            readers, bootSession: bootSession, monotonicClock: monotonicClock, isPlanted: log.isPlanted,
            recordPath: surroundings.observatory.directory.appending(path: "state").path(percentEncoded: false),
            storePath: settings.directory.appending(path: settings.name + ".store").path(percentEncoded: false))
        let verdict = surroundings.observatory.bootVerdict
        let clocks = try? surroundings.observatory.clockValues()
        let salt = try await log.salt()
        return try await log.append(
            LaunchRecord(
                number: 0, process: process, gate: gate, naiveFlag: naiveFlag, storedFlag: stored,
                clocks: clocks.map { LaunchRecord.Clocks($0) }, bootPrint: text.map { Fingerprint.of($0, salt: salt) },
                didReboot: verdict.didReboot, bootReason: verdict.reason, observations: observations))
    }

    private func monotonicReading(_ readers: some DeviceReaders) -> MonotonicReading {
        let observatory = surroundings.observatory
        let before = try? observatory.clockValues()
        let answer = readers.kernelValue(.monotonicClock)
        let after = try? observatory.clockValues()
        return MonotonicReading(
            answer: answer, before: before.map { LaunchRecord.Clocks($0) },
            after: after.map { LaunchRecord.Clocks($0) },
            timebase: readers.timebase())
    }

    /// Records the value of the application object. Only the main actor may read that value.
    public func note(protectedDataAvailable: Bool) async throws(StoreError) {
        try await log.amend(process) { $0.observations.protectedDataAvailable = protectedDataAvailable }
    }

    /// Waits for the unlock, reads UserDefaults again in this process, and creates the marks for later launches.
    public func afterUnlock(_ readers: some DeviceReaders, looks: [Int] = [0, 2, 30]) async throws {
        try await surroundings.gate.waitForFirstUnlock()
        if log.isPlanted {
            var passed = 0
            for seconds in looks.sorted() {
                if seconds > passed { try await surroundings.wait(.seconds(seconds - passed)) }
                passed = seconds
                let look = Observations.LaterLook(seconds: seconds, isThere: readers.hasDefaultsSentinel())
                try await log.amend(process) { $0.observations.defaultsLater.append(look) }
            }
        } else if readers.plant() {
            try await log.recordPlanted()
        }
        // The extension may have run since the launch.
        let heard = Observations.extensionValues(readers)
        if !heard.isEmpty {
            try await log.amend(process) { $0.observations.extensionValues.merge(heard) { $1 } }
        }
    }
}
