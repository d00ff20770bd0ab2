import Foundation
public import Sidereal

/// Records a launch, and what changes in it once the device is unlocked.
public struct LaunchRecorder: Sendable {
    /// What this launch looks at.
    public struct Surroundings: Sendable {
        public var observatory: Observatory
        public var gate: FirstUnlockGate
        public var settings: ProtectedStore
        /// Waits between the looks after an unlock.
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

    /// Asks everything now, and writes it down. Early in a launch: the naive flag was read already.
    @discardableResult
    public func record(_ readers: some DeviceReaders, naiveFlag: Bool) async throws(StoreError) -> LaunchRecord {
        // Before anything can open: what the launch found, it found with this.
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

    /// What the application object says, which only the main actor may ask.
    public func note(protectedDataAvailable: Bool) async throws(StoreError) {
        try await log.amend(process) { $0.observations.protectedDataAvailable = protectedDataAvailable }
    }

    /// Waits for the unlock, looks at UserDefaults again in this same process, and leaves behind what later launches
    /// look for.
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
        // The extension may have been run since the launch.
        let heard = Observations.extensionValues(readers)
        if !heard.isEmpty {
            try await log.amend(process) { $0.observations.extensionValues.merge(heard) { $1 } }
        }
    }
}
