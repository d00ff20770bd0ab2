// Stands in for UserDefaults on a phone: the real class, in front of a daemon of the simulated device.
//
// Models: a process keeps the values that the daemon returned for a domain. Values that the process sets appear in it
// at once, and the daemon writes them to the domain's property list, which can't be read before the first unlock. Until
// the unlock the process gets no values. With `keepsEmptyAnswer` it keeps this empty answer until its next launch, as
// developers have reported. A change posts a notification in the process that makes it, and calls the observers of the
// key in each process.
//
// https://developer.apple.com/documentation/foundation/userdefaults
// https://developer.apple.com/documentation/foundation/userdefaults/persistentdomain(forname:)
// https://developer.apple.com/documentation/foundation/userdefaults/didchangenotification
import AppleFoundation
package import Foundation
package import SiderealStorage
import SiderealSystem
import SiderealTesting

package final class PreferencesDaemon: Sendable {
    /// The app's bundle identifier.
    package static let domain = "com.example.app"
    private static let home = "/home"

    private struct State {
        /// The values that the process was served, and has set since, or `nil` before its first request.
        var served: [String: Any]?
        /// The values to write; `nil` removes a key.
        var pending: [String: Any?] = [:]
        var keepsEmptyAnswer = false
        var isServedEmpty = false
    }

    private let device: SimulatedDevice
    private let lock = NSLock()
    nonisolated(unsafe) private var state = State()

    init(of device: SimulatedDevice) {
        self.device = device
        // A directory has to be on the medium, with its parents, to outlive a reboot.
        let files = device.disk.process(0)
        var directory = ""
        for name in path.split(separator: "/").dropLast() {
            let parent = directory.isEmpty ? "/" : directory
            directory += "/\(name)"
            try? files.makeDirectories(directory)
            try? files.syncDirectory(parent)
        }
    }

    package var keepsEmptyAnswer: Bool {
        get { lock.withLock { state.keepsEmptyAnswer } }
        set { lock.withLock { state.keepsEmptyAnswer = newValue } }
    }

    /// The place that the adapter reads: the code that ships, with this phone's home.
    package var place: DefaultsPlace {
        .apple(suite: nil, application: Self.domain, bundle: "/App.app", home: Self.home, group: nil)
    }

    /// Returns `UserDefaults.standard` as a process of the phone has it.
    package func standard() -> UserDefaults? { PhoneDefaults(self) }

    /// Starts a new process, which has requested nothing yet.
    package func relaunch() {
        flush()
        lock.withLock { (state.served, state.isServedEmpty) = (nil, false) }
    }

    func restart() {
        lock.withLock { (state.served, state.isServedEmpty, state.pending) = (nil, false, [:]) }
    }

    // MARK: - Behavior

    private var path: String { place.file }
    private var isReadable: Bool { device.disk.lock != .beforeFirstUnlock }

    private var stored: [String: Any] {
        guard isReadable, let bytes = device.disk.contents(of: path) else { return [:] }
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        return list as? [String: Any] ?? [:]
    }

    func flush() {
        lock.withLock {
            guard isReadable, !state.pending.isEmpty else { return }
            var all = stored
            for (key, value) in state.pending { all[key] = value }
            state.pending = [:]
            let bytes = try? PropertyListSerialization.data(fromPropertyList: all, format: .binary, options: 0)
            device.disk.place([UInt8](bytes ?? Data()), at: path, tier: .afterFirstUnlock)
        }
    }

    fileprivate func serve() -> [String: Any] {
        lock.withLock {
            if let served = state.served, !state.isServedEmpty || !isReadable || state.keepsEmptyAnswer {
                return served
            }
            var served = stored
            for (key, value) in state.pending { served[key] = value }
            state.isServedEmpty = !isReadable
            state.served = served
            return served
        }
    }

    fileprivate func change(_ key: String, _ value: Any?) {
        _ = serve()
        lock.withLock {
            state.served?[key] = value
            state.pending[key] = .some(value)
        }
        flush()
        KeyValueObservers.tell(of: key) { ($0 as? PhoneDefaults)?.daemon === self }
    }

    /// Changes a value as another process does.
    package func changeElsewhere(_ key: String, _ value: Any?) { change(key, value) }
}

/// UserDefaults, served by a phone's daemon.
private final class PhoneDefaults: UserDefaults {
    fileprivate let daemon: PreferencesDaemon

    init?(_ daemon: PreferencesDaemon) {
        self.daemon = daemon
        super.init(suiteName: "net.example.phone")
    }

    override func persistentDomain(forName domainName: String) -> [String: Any]? {
        domainName == PreferencesDaemon.domain ? daemon.serve() : nil
    }
    override func object(forKey defaultName: String) -> Any? { daemon.serve()[defaultName] }
    override func set(_ value: Any?, forKey defaultName: String) {
        daemon.change(defaultName, value)
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }
    override func removeObject(forKey defaultName: String) {
        daemon.change(defaultName, nil)
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }
    override func synchronize() -> Bool { true }
}
