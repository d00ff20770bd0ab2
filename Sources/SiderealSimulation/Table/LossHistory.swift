import SiderealCore
import SiderealSystem
import SiderealTesting

/// What happens to a device and an app, by kinds. Each begins with an unlocked device and four values, and ends with a
/// restart and a look at all of them.
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
    case readError = "read error at launch, then a write"
    case restored = "backup restored on another device"
}

/// What was counted.
struct LossCount: Equatable {
    /// A present value was called absent, or a default served for it.
    var falseAbsences = 0
    /// A value that was acknowledged is another one, or none, at the end.
    var losses = 0
    /// A read came to nothing although what it asked for could be read.
    var waits = 0
    /// Writes that were acknowledged: who acknowledges none loses none.
    var acknowledged = 0

    static func += (left: inout LossCount, right: LossCount) {
        left.falseAbsences += right.falseAbsences
        left.losses += right.losses
        left.waits += right.waits
        left.acknowledged += right.acknowledged
    }
}

/// The device that a contestant is launched on.
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

    /// The daemon begins anew with each start of the device.
    func start(_ lock: DeviceLock) {
        process += 1
        daemonProcess += 1
        daemon = DefaultsDaemon(PlainFile(disk: disk.process(daemonProcess)))
        disk.setLock(lock)
    }
}

/// One history with one contestant. What is drawn depends on the seed alone, so that all meet the same.
final class LossRun {
    private(set) var count = LossCount()
    private let contestant: LossContestants
    private let device = LossDevice()
    private var app: (any LossContestant)?
    /// What may be kept under each key, by what was acknowledged.
    private var truth: [String: Set<Int>] = [:]
    private var random: UInt64
    private var isFaulty = false

    private static let keys = ["a", "b", "c", "d"]

    init(_ contestant: LossContestants, seed: UInt64) {
        self.contestant = contestant
        random = seed
    }

    static func count(_ kind: LossKind, _ contestant: LossContestants, seed: UInt64) async -> LossCount {
        let run = LossRun(contestant, seed: seed)
        await run.begin()
        await run.happen(kind)
        await run.audit()
        return run.count
    }

    private func draw(_ limit: UInt64) -> Int {
        random &+= 0x9E37_79B9_7F4A_7C15
        var word = random
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ (word >> 31)) % limit)
    }

    // MARK: - What an app does

    private func launch(isExtension: Bool = false) {
        app?.end()
        device.nextProcess()
        app = contestant.launch(on: device, isExtension: isExtension)
    }

    private func begin() async {
        launch()
        for key in Self.keys {
            let value = 100 + draw(900)
            guard await app?.set(key, value) == true else { continue }
            truth[key] = [value]
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
        case .value: break
        case .absent: if truth[key] != nil { count.falseAbsences += 1 }
        case .unavailable, .waits: if isReadable { count.waits += 1 }
        }
        return answer
    }

    /// Adds one to what is read, as apps do that count, or keep lists.
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
        let before = truth[key] ?? [0]
        let after = Set(before.map { $0 + 1 })
        truth[key] = isAcknowledged ? after : before.union(after)
    }

    // MARK: - What happens

    private func unlock() {
        device.disk.setLock(.unlocked)
        app?.unlocked()
    }

    /// Everything is written and synced, as far as it can be, before the device goes down.
    private func restart(_ lock: DeviceLock) {
        app?.end()
        device.daemon.flush()
        device.disk.cutPower(device.disk.questions.map { $0.count - 1 })
        device.start(lock)
        launch()
    }

    private func happen(_ kind: LossKind) async {
        switch kind {
        case .steady:
            for _ in 0..<3 {
                launch()
                await readAll()
                await increment()
            }
        case .launchedBefore:
            restart(.beforeFirstUnlock)
            await readAll()
            unlock()
            await readAll()
        case .launchedBeforeWriting:
            restart(.beforeFirstUnlock)
            await increment()
            unlock()
            await readAll()
            await increment()
        case .lockedAgain:
            device.disk.setLock(.locked)
            await readAll()
            await increment()
            unlock()
            await readAll()
        case .inExtension:
            launch(isExtension: true)
            await readAll()
            await increment()
        case .killed:
            let change = draw(10)
            if !contestant.hasDaemon { device.disk.schedule(.kill, process: device.process, change: change) }
            for _ in 0..<3 where !device.disk.isStopped(device.process) { await increment() }
            launch()
            await readAll()
            await increment()
        case .powerCut:
            // What was written long ago is on the medium, whoever asked for it.
            restart(.unlocked)
            await increment()
            app?.end()
            device.disk.cutPower()
            device.start(.unlocked)
            launch()
            await readAll()
        case .diskFull: await fillDisk()
        case .damaged: await damage()
        case .readError: await failReads()
        case .restored: await restore()
        }
    }

    private func fillDisk() async {
        device.disk.limitSpace(to: draw(8))
        for _ in 0..<2 { await increment() }
        launch()
        await readAll()
    }

    private func damage() async {
        launch()
        guard let whole = device.disk.contents(of: contestant.file) else { return }
        let damaged = whole.map { $0 ^ 0x55 }
        device.disk.place(damaged, at: contestant.file, tier: .afterFirstUnlock)
        isFaulty = true
        launch()
        await readAll()
        await increment()
        // Somebody mends what is still there to be mended.
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
        launch()
        await readAll()
        device.disk.cancelFaults(process: reader)
        isFaulty = false
        await increment()
        await readAll()
    }

    private func restore() async {
        let (disk, kept) = (device.disk, truth)
        let backup = disk.names.filter { $0.hasPrefix("store/") }.compactMap { name in
            disk.contents(of: name).map { (name, $0, disk.protection(of: name) ?? .afterFirstUnlock) }
        }
        for _ in 0..<3 { await increment() }
        app?.end()
        disk.cutPower()
        for name in disk.names where name.hasPrefix("store/") || name.hasPrefix("state/") { disk.remove(name) }
        for (name, bytes, tier) in backup { disk.place(bytes, at: name, tier: tier) }
        truth = kept
        device.start(.beforeFirstUnlock)
        launch()
        await readAll()
        unlock()
        await readAll()
        await increment()
    }

    /// After all faults: what was acknowledged has to be there.
    private func audit() async {
        device.disk.limitSpace(to: .max / 2)
        restart(.unlocked)
        for (key, values) in truth.sorted(by: { $0.key < $1.key }) {
            guard case .value(let value) = await app?.read(key) ?? .unavailable, values.contains(value) else {
                count.losses += 1
                continue
            }
        }
        app?.end()
    }
}
