import SiderealCore
import SiderealSystem
import SiderealTesting

/// A kind of history that a device and an app can have. At the start of each history, the device is unlocked and the
/// app has four values. At the end, the device restarts and the app reads all values.
package enum LossKind: String, Sendable, Hashable, CaseIterable {
    case steady = "steady use, relaunches"
    case launchedBefore = "launch before the first unlock"
    case launchedBeforeWriting = "launch before the first unlock, with a write"
    case lockedAgain = "locked again, with a write"
    case inExtension = "in an extension, with a write"
    case killed = "killed at any moment of a write"
    case powerCut = "power cut after a write"
    case diskFull = "disk full during writes"
    case damaged = "damaged file, then a write, then repaired"
    case newerVersion = "file of a newer version, then a write"
    case readError = "read error at launch, then a write"
    case restored = "backup restored on another device"
}

/// The counts of a contestant's answers.
struct LossCount: Equatable {
    /// The number of existing values that the contestant reported as absent or replaced with a default.
    var falseAbsences = 0
    /// The number of acknowledged values that are different or missing at the end.
    var losses = 0
    /// The number of reads that gave no result although the device allowed the read.
    var waits = 0
    /// The acknowledged writes. A contestant that acknowledges no write can't lose a value.
    var acknowledged = 0

    static func += (left: inout LossCount, right: LossCount) {
        left.falseAbsences += right.falseAbsences
        left.losses += right.losses
        left.waits += right.waits
        left.acknowledged += right.acknowledged
    }
}

/// The device on which a contestant runs.
final class LossDevice {
    let disk = SimulatedDisk(sectorSize: 4096, isTracing: false)
    private(set) var process = 1
    private(set) var daemonProcess = 1_000
    private(set) var daemon: DefaultsDaemon

    init() {
        disk.setLock(.unlocked)
        let setUp = disk.process(999)
        try? setUp.makeDirectories("store")
        try? setUp.syncDirectory(".")
        daemon = DefaultsDaemon(PlainFile(disk: disk.process(1_000)))
    }

    func nextProcess() {
        disk.kill(process)
        process += 1
    }

    /// Starts the device and its daemon.
    func start(_ lock: DeviceLock) {
        process += 1
        daemonProcess += 1
        daemon = DefaultsDaemon(PlainFile(disk: disk.process(daemonProcess)))
        disk.setLock(lock)
    }
}

/// A run of one history with one contestant. The random draws depend only on the seed, so all contestants get the same
/// history.
final class LossRun {
    private(set) var count = LossCount()
    private let contestant: LossContestants
    private let device = LossDevice()
    private var app: (any LossContestant)?
    /// The values that each key can have after the acknowledged writes.
    private var truth: [String: Set<Int>] = [:]
    private var random: SplitMix64
    private var isFaulty = false
    /// The events, each with the contestant's answers after it.
    private(set) var log: [Entry] = []
    private let isTracing: Bool

    /// An event, and the contestant's answers after it.
    struct Entry {
        let text: String
        var notes: [String] = []
        var isWrong = false
        var isOpen = false
    }

    private static let keys = ["a", "b", "c", "d"]

    init(_ contestant: LossContestants, seed: UInt64, isTracing: Bool = false) {
        self.contestant = contestant
        self.isTracing = isTracing
        random = SplitMix64(seed: seed)
    }

    static func count(_ kind: LossKind, _ contestant: LossContestants, seed: UInt64) async -> LossCount {
        let run = LossRun(contestant, seed: seed)
        await run.live(through: kind)
        return run.count
    }

    static func log(_ kind: LossKind, _ contestant: LossContestants, seed: UInt64) async -> [Entry] {
        let run = LossRun(contestant, seed: seed, isTracing: true)
        await run.live(through: kind)
        return run.log
    }

    private func live(through kind: LossKind) async {
        await begin()
        await happen(kind)
        await audit()
    }

    // MARK: - The log

    private func happens(_ text: String) { if isTracing { log.append(Entry(text: text)) } }

    private func record(_ text: @autoclosure () -> String, isWrong: Bool = false, isOpen: Bool = false) {
        guard isTracing, !log.isEmpty else { return }
        log[log.count - 1].notes.append(text())
        if isWrong { log[log.count - 1].isWrong = true }
        if isOpen { log[log.count - 1].isOpen = true }
    }

    private func draw(_ limit: UInt64) -> Int { Int(random.next() % limit) }

    // MARK: - The actions of an app

    private func launch(isExtension: Bool = false) {
        app?.end()
        device.nextProcess()
        app = contestant.launch(on: device, isExtension: isExtension)
    }

    private func begin() async {
        happens("the app is launched, and writes its settings")
        launch()
        for key in Self.keys {
            let value = 100 + draw(900)
            guard await app?.set(key, value) == true else { continue }
            truth[key] = [value]
            record("\(key)=\(value)")
            count.acknowledged += 1
        }
        for _ in 0..<draw(4) { await increment() }
    }

    private func readAll() async {
        for key in Self.keys { _ = await read(key) }
    }

    private func read(_ key: String) async -> LossAnswer {
        let answer = await app?.read(key) ?? .unavailable
        let isReadable = device.disk.lock != .beforeFirstUnlock && !isFaulty
        switch answer {
        case .value(let value): record("\(key) is \(value)")
        case .absent:
            if truth[key] != nil { count.falseAbsences += 1 }
            record("\(key) is absent", isWrong: truth[key] != nil)
        case .unavailable, .waits:
            if isReadable { count.waits += 1 }
            let text = answer == .waits ? "waits" : "can't be read now"
            record("\(key) \(text)\(isReadable ? ", although its file is readable" : "")", isOpen: true)
        }
        return answer
    }

    /// Adds one to the value that the app reads, as apps do for counters and lists.
    private func increment() async {
        let key = Self.keys[draw(4)]
        let base: Int
        switch await read(key) {
        case .value(let value): base = value
        case .absent: base = 0
        case .unavailable, .waits: return
        }
        let isAcknowledged = await app?.set(key, base + 1) == true
        if isAcknowledged { count.acknowledged += 1 }
        record("sets \(key) to \(base + 1)\(isAcknowledged ? "" : ", refused")")
        let before = truth[key] ?? [0]
        let after = Set(before.map { $0 + 1 })
        truth[key] = isAcknowledged ? after : before.union(after)
    }

    // MARK: - The events of a history

    private func unlock() {
        happens("the device is unlocked")
        device.disk.setLock(.unlocked)
        app?.unlocked()
    }

    /// Restarts the device. Before the restart, the device writes and syncs as much data as it can.
    private func restart(_ lock: DeviceLock) {
        app?.end()
        device.daemon.flush()
        device.disk.cutPower(CrashAnswers.newest.answers(to: device.disk.questions))
        device.start(lock)
        launch()
    }

    private func happen(_ kind: LossKind) async {
        switch kind {
        case .steady:
            for _ in 0..<3 {
                happens("the app is launched again")
                launch()
                await readAll()
                await increment()
            }
        case .launchedBefore:
            happens("the device restarts, and launches the app before the first unlock")
            restart(.beforeFirstUnlock)
            await readAll()
            unlock()
            await readAll()
        case .launchedBeforeWriting:
            happens("the device restarts, and launches the app before the first unlock; the app writes")
            restart(.beforeFirstUnlock)
            await increment()
            unlock()
            await readAll()
            await increment()
        case .lockedAgain:
            happens("the device is locked")
            device.disk.setLock(.locked)
            await readAll()
            await increment()
            unlock()
            await readAll()
        case .inExtension:
            happens("the app's extension is launched")
            launch(isExtension: true)
            await readAll()
            await increment()
        case .killed:
            let change = draw(10)
            happens("the app writes, and is killed")
            if !contestant.hasDaemon { device.disk.schedule(.kill, process: device.process, change: change) }
            for _ in 0..<3 where !device.disk.isStopped(device.process) { await increment() }
            happens("the app is launched again")
            launch()
            await readAll()
            await increment()
        case .powerCut:
            // The restart makes all earlier writes durable.
            happens("the app writes, and the power is cut")
            restart(.unlocked)
            await increment()
            app?.end()
            device.disk.cutPower()
            device.start(.unlocked)
            happens("the device starts and launches the app")
            launch()
            await readAll()
        case .diskFull: await fillDisk()
        case .damaged:
            happens("the file is damaged, and the app is launched")
            await spoil { $0.map { $0 ^ 0x55 } }
        case .newerVersion:
            happens("a newer version of the app wrote the file in a newer format; now the old version is launched")
            await spoil { [contestant] in
                contestant == .sidereal ? NewerFormat.file(from: $0) : Array("format 2\n".utf8) + $0
            }
        case .readError: await failReads()
        case .restored: await restore()
        }
    }

    private func fillDisk() async {
        happens("the disk is nearly full, and the app writes")
        device.disk.limitSpace(to: draw(8))
        for _ in 0..<2 { await increment() }
        happens("the app is launched again")
        launch()
        await readAll()
    }

    /// Makes the file unreadable for this version of the app, and later restores the file. Does not restore the file
    /// if the app has replaced it in the meantime.
    private func spoil(_ change: ([UInt8]) -> [UInt8]) async {
        launch()
        guard let whole = device.disk.contents(of: contestant.file) else { return }
        let damaged = change(whole)
        device.disk.place(damaged, at: contestant.file, tier: .afterFirstUnlock)
        isFaulty = true
        launch()
        await readAll()
        await increment()
        happens("the unreadable file is restored, if the app has not replaced it")
        if device.disk.names.contains(where: { device.disk.contents(of: $0) == damaged }) {
            device.disk.place(whole, at: contestant.file, tier: .afterFirstUnlock)
        }
        isFaulty = false
    }

    private func failReads() async {
        let first = draw(2)
        device.nextProcess()
        let reader = contestant.hasDaemon ? device.daemonProcess : device.process + 1
        for call in first..<200 { device.disk.schedule(.fail(.inputOutput), process: reader, call: call) }
        isFaulty = true
        happens("the app is launched, and reading its file fails")
        launch()
        await readAll()
        happens("the disk can be read again")
        device.disk.cancelFaults(process: reader)
        isFaulty = false
        await increment()
        await readAll()
    }

    private func restore() async {
        let (disk, kept) = (device.disk, truth)
        happens("a backup is made, and the app continues to write")
        let backup = disk.names.filter { $0.hasPrefix("store/") }.compactMap { name in
            disk.contents(of: name).map { (name, $0, disk.protection(of: name) ?? .afterFirstUnlock) }
        }
        for _ in 0..<3 { await increment() }
        app?.end()
        disk.cutPower()
        for name in disk.names where name.hasPrefix("store/") || name.hasPrefix("state/") { disk.remove(name) }
        for (name, bytes, tier) in backup { disk.place(bytes, at: name, tier: tier) }
        truth = kept
        happens("the backup is restored on another device, which launches the app before the first unlock")
        device.start(.beforeFirstUnlock)
        launch()
        await readAll()
        unlock()
        await readAll()
        await increment()
    }

    /// Checks, after all faults have ended, that the acknowledged values still exist.
    private func audit() async {
        happens("all faults end: the device restarts, and the app reads all keys")
        device.disk.limitSpace(to: .max / 2)
        restart(.unlocked)
        for (key, values) in truth.sorted(by: { $0.key < $1.key }) {
            let answer = await app?.read(key) ?? .unavailable
            guard case .value(let value) = answer, values.contains(value) else {
                count.losses += 1
                let had = values.sorted().map { "\($0)" }.joined(separator: " or ")
                record("\(key) is lost: \(answer.text) instead of \(had)", isWrong: true)
                continue
            }
            record("\(key) is \(value)")
        }
        app?.end()
    }
}

/// A future format of the library's files.
enum NewerFormat {
    /// Returns the same commits in a newer format. The headers of the commits are valid and contain the newer version.
    static func file(from bytes: [UInt8]) -> [UInt8] {
        let slotSize = bytes.count / 2
        return slot(Array(bytes.prefix(slotSize)), .zero) + slot(Array(bytes.dropFirst(slotSize)), .one)
    }

    private static func slot(_ bytes: [UInt8], _ number: SlotNumber) -> [UInt8] {
        guard case .valid(let slot) = SlotContent(decoding: bytes, in: number, slotSize: bytes.count) else {
            return bytes
        }
        let newer = Slot(
            generation: slot.generation, fileID: slot.fileID, slotSize: bytes.count, payload: slot.payload,
            version: Slot.version + 1)
        return newer.bytes + bytes.dropFirst(newer.bytes.count)
    }
}
