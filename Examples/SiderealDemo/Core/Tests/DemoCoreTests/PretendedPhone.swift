import DemoCore
import Sidereal
import SiderealTesting
import Synchronization

/// A simulation of the phone's known answers. A simulated device provides the lock.
final class PretendedPhone: DeviceReaders {
    private struct State {
        var identity: [UInt8] = Array("0A1B2C3D-0000-4111-8222-333344445555\0".utf8)
        /// Other answers of the kernel. The reader returns them one after the other.
        var texts: [KernelAnswer] = []
        /// Unusual marks. The keys are `record` and `store`.
        var marks: [String: FileMarks] = [:]
        var kernelValues: [KernelValue: KernelAnswer] = [:]
        var extensionValues: [KernelValue: KernelAnswer] = [:]
        var isUnlocked = true
        var isPlanted = false
        var staysEmpty = false
        /// A Boolean value that indicates whether the app read UserDefaults while they could not be read.
        var hasServedEmpty = false
    }

    private let state = Mutex(State())

    /// Restarts the phone. It then has another identity and is locked.
    func restart(_ number: Int = 1) {
        state.withLock {
            $0.identity = Array("0A1B2C3D-0000-4111-8222-33334444666\(number % 10)\0".utf8)
            $0.isUnlocked = false
            $0.hasServedEmpty = false
        }
    }

    func say(_ texts: [KernelAnswer]) { state.withLock { $0.texts = texts } }
    func unlock() { state.withLock { $0.isUnlocked = true } }
    func keepDefaultsEmpty() { state.withLock { $0.staysEmpty = true } }
    /// Starts another process, which reads UserDefaults from the start.
    func relaunch() { state.withLock { $0.hasServedEmpty = false } }

    private var isUnlocked: Bool { state.withLock { $0.isUnlocked } }

    func bootSession() -> KernelAnswer {
        state.withLock { $0.texts.isEmpty ? .bytes($0.identity) : $0.texts.removeFirst() }
    }
    /// Sets the answer to a kernel value from now on, either for sysctl or for the extension.
    func answer(_ value: KernelValue, _ answer: KernelAnswer, toExtension: Bool = false) {
        state.withLock { state in
            if toExtension { state.extensionValues[value] = answer } else { state.kernelValues[value] = answer }
        }
    }

    func kernelValue(_ value: KernelValue) -> KernelAnswer {
        state.withLock { $0.kernelValues[value] } ?? .failed(errno: 2)
    }
    func extensionValue(_ value: KernelValue) -> KernelAnswer? { state.withLock { $0.extensionValues[value] } }
    func timebase() -> Timebase? { Timebase(numerator: 125, denominator: 3) }
    func prewarmVariable() -> String? { isUnlocked ? nil : "1" }
    func createProtectedFile() -> CallResult { isUnlocked ? .succeeded : .failed(errno: 1) }
    func readProtectedFile() -> CallResult { isUnlocked ? .succeeded : .failed(errno: 1) }
    func newCanary() -> LaunchRecord.Gate { isUnlocked ? .open : .beforeFirstUnlock }
    func createUnprotectedFile() -> CallResult { .succeeded }
    func keychainStatus(_ item: KeychainItem) -> Int32 {
        item == .neverAdded ? -25300 : isUnlocked ? 0 : -25308
    }
    func passcodeStatus() -> Int32 { isUnlocked ? 0 : -25308 }
    func marks(ofFile path: String) -> FileMarks {
        let isStore = path.hasSuffix(".store")
        // A file of the class until-first-unlock can't be opened before the first unlock.
        if isStore && !isUnlocked { return FileMarks(protectionClass: nil, isExcludedFromBackup: false) }
        return state.withLock { $0.marks[isStore ? "store" : "record"] }
            ?? FileMarks(protectionClass: isStore ? 3 : 4, isExcludedFromBackup: !isStore)
    }
    func mark(_ file: String, _ marks: FileMarks) { state.withLock { $0.marks[file] = marks } }
    func hasDefaultsSentinel() -> Bool {
        state.withLock { state in
            if !state.isUnlocked { state.hasServedEmpty = true }
            return state.isUnlocked && !(state.staysEmpty && state.hasServedEmpty)
        }
    }
    func plant() -> Bool { isUnlocked }

    /// The flag that an app reads if it trusts UserDefaults and has set the flag.
    var naiveFlag: Bool { hasDefaultsSentinel() }
}

/// The demo app's recorder, launched on a simulated device.
struct LaunchedDemo {
    let app: SimulatedApp
    let log: LaunchLog
    let settings: ProtectedStore
    let recorder: LaunchRecorder

    @discardableResult
    init(on device: SimulatedDevice) throws {
        app = try device.launch()
        log = LaunchLog(try app.store("launches", tier: .always))
        settings = try app.store()
        recorder = LaunchRecorder(
            .init(observatory: app.observatory, gate: app.gate, settings: settings, wait: { _ in }), log: log)
    }

    var records: [LaunchRecord] {
        if case .value(let records) = log.records { records } else { [] }
    }
}

extension SimulatedDevice {
    /// Makes a phone that welcomed its user in a first launch and has restarted since then. The phone is locked.
    static func restarted(_ phone: PretendedPhone) throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        device.advance(by: .seconds(3 * 3_600))
        let demo = try LaunchedDemo(on: device)
        try device.run {
            try await demo.recorder.record(phone, naiveFlag: false)
            try await demo.recorder.afterUnlock(phone)
            try await demo.settings.set(true, for: .hasOnboarded)
            try demo.app.observatory.save()
        }
        device.advance(by: .seconds(3_600))
        device.reboot()
        device.advance(by: .seconds(2 * 60))
        phone.restart()
        return device
    }
}
