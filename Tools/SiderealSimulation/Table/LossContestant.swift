import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// The result of a contestant's read.
enum LossAnswer: Equatable {
    case value(Int)
    /// The value is absent, or is the type's default. The caller can't distinguish the two cases.
    case absent
    case unavailable
    /// The read would wait until the device is unlocked.
    case waits

    var text: String {
        switch self {
        case .value(let value): "\(value)"
        case .absent: "absent"
        case .unavailable: "unavailable"
        case .waits: "waits"
        }
    }
}

/// A contestant that keeps values on a device and runs in one process.
protocol LossContestant: AnyObject {
    func read(_ key: String) async -> LossAnswer
    /// Sets a value, and returns whether the contestant acknowledged the write.
    func set(_ key: String, _ value: Int) async -> Bool
    /// Receives the system's notification of an unlock.
    func unlocked()
    func end()
}

/// The contestants. If a baseline's description allows several variants, the contestant is the best variant.
enum LossContestants: String, CaseIterable {
    case sidereal = "Sidereal"
    /// Reads a value, and uses the type's default after any failure.
    case defaultsOrDefault
    /// Loads the whole file, and treats an unreadable or damaged file as empty. Each write replaces the whole file
    /// with the values in memory.
    case emptyOnFailure
    /// Reads and writes only while the system reports protected data as available, and waits otherwise.
    case flagGate

    static let path = "store/values"

    /// The file that contains the values.
    var file: String { self == .sidereal ? Self.path + ".store" : Self.path }

    /// A Boolean value that indicates whether a daemon reads and writes the file. The daemon continues when the app is
    /// killed.
    var hasDaemon: Bool { self == .defaultsOrDefault || self == .flagGate }

    func launch(on device: LossDevice, isExtension: Bool) -> (any LossContestant)? {
        switch self {
        case .sidereal:
            guard
                let app = try? SimulatedStoreApp(
                    on: device.disk, process: device.process, store: "values", getsNotifications: !isExtension)
            else { return nil }
            return OurStore(app)
        case .defaultsOrDefault: return DefaultsOrDefault(device.daemon)
        case .emptyOnFailure: return EmptyOnFailure(PlainFile(disk: device.disk.process(device.process)))
        case .flagGate:
            return FlagGate(DefaultsOrDefault(device.daemon), device.disk, isExtension: isExtension)
        }
    }
}

private final class OurStore: LossContestant {
    let app: SimulatedStoreApp

    init(_ app: SimulatedStoreApp) { self.app = app }

    func read(_ key: String) async -> LossAnswer {
        switch app.store.read(StoreKey<Int>(key)) {
        case .value(let value): .value(value)
        case .absent: .absent
        case .unavailable: .unavailable
        }
    }

    func set(_ key: String, _ value: Int) async -> Bool {
        do throws(StoreError) {
            try await app.store.set(value, for: StoreKey<Int>(key))
            return true
        } catch {
            return false
        }
    }

    func unlocked() { app.post(.didUnlock) }
    func end() { app.end() }
}

/// A file of values that each write replaces as a whole. A write creates another file, syncs it, and renames it. As in
/// Foundation, the write does not sync the directory.
struct PlainFile {
    struct Garbled: Error {}

    let disk: SimulatedProcess
    private var path: String { LossContestants.path }

    init(disk: SimulatedProcess) { self.disk = disk }

    /// Returns the values, or no values if there is no file.
    func load() throws -> [String: Int] {
        guard let file = try disk.openIfPresent(path, .readOnly) else { return [:] }
        defer { disk.close(file) }
        let bytes = try disk.readFully(file, at: 0, count: Int(clamping: try disk.size(of: file)))
        var values: [String: Int] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=")
            guard parts.count == 2, let value = Int(parts[1]) else { throw Garbled() }
            values[String(parts[0])] = value
        }
        return values
    }

    func replace(_ values: [String: Int]) throws {
        let text = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined()
        try? disk.unlink(path + ".new")
        let file = try disk.open(path + ".new", .createExclusively(.afterFirstUnlock))
        defer { disk.close(file) }
        try disk.writeFully(file, Array(text.utf8), at: 0)
        try disk.sync(file, .everything)
        try disk.rename(path + ".new", to: path)
    }
}

/// The daemon behind UserDefaults. While the device runs, the daemon keeps each value in memory until it can write the
/// value.
final class DefaultsDaemon {
    private let file: PlainFile
    private var pending: [String: Int] = [:]

    init(_ file: PlainFile) { self.file = file }

    func value(_ key: String) throws -> Int? {
        if let value = pending[key] { return value }
        return try file.load()[key]
    }

    func set(_ key: String, _ value: Int) {
        pending[key] = value
        flush()
    }

    func flush() {
        guard !pending.isEmpty else { return }
        do {
            var values: [String: Int] = [:]
            do { values = try file.load() } catch is PlainFile.Garbled {}
            try file.replace(values.merging(pending) { $1 })
            pending = [:]
        } catch {
            // The daemon tries to write again at the next set or at the next unlock.
        }
    }
}

private final class DefaultsOrDefault: LossContestant {
    private let daemon: DefaultsDaemon

    init(_ daemon: DefaultsDaemon) { self.daemon = daemon }

    func read(_ key: String) async -> LossAnswer { answer(key) }

    func answer(_ key: String) -> LossAnswer {
        (try? daemon.value(key)).flatMap { $0 }.map { .value($0) } ?? .absent
    }

    /// Always reports success to the app.
    func set(_ key: String, _ value: Int) async -> Bool {
        daemon.set(key, value)
        return true
    }

    func unlocked() { daemon.flush() }
    func end() {}
}

private final class EmptyOnFailure: LossContestant {
    private let file: PlainFile
    private var values: [String: Int]

    init(_ file: PlainFile) {
        self.file = file
        values = (try? file.load()) ?? [:]
    }

    func read(_ key: String) async -> LossAnswer { values[key].map { .value($0) } ?? .absent }

    func set(_ key: String, _ value: Int) async -> Bool {
        values[key] = value
        return (try? file.replace(values)) != nil
    }

    func unlocked() {}
    func end() {}
}

private final class FlagGate: LossContestant {
    private let base: DefaultsOrDefault
    private let disk: SimulatedDisk
    private let isExtension: Bool

    init(_ base: DefaultsOrDefault, _ disk: SimulatedDisk, isExtension: Bool) {
        self.base = base
        self.disk = disk
        self.isExtension = isExtension
    }

    /// A Boolean value that indicates whether the system reports protected data as available. An extension has no
    /// application object that could report this.
    private var isProtectedDataAvailable: Bool { !isExtension && disk.lock == .unlocked }

    func read(_ key: String) async -> LossAnswer { isProtectedDataAvailable ? base.answer(key) : .waits }

    func set(_ key: String, _ value: Int) async -> Bool {
        guard isProtectedDataAvailable else { return false }
        return await base.set(key, value)
    }

    func unlocked() { base.unlocked() }
    func end() {}
}
