import Sidereal
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A run of one history with the whole library. Observatories, trusted clocks, gates and stores run on simulated
/// devices with a disk and a network.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
final class WholeRun {
    /// A running app and its claims.
    struct Running {
        var app: SimulatedApp
        var clock: TrustedClock
        var store: ProtectedStore
        var memory: PromiseCheck.Memory
        var shown: Date?
    }

    let setting: HistorySetting
    var check: PromiseCheck
    let disk = SimulatedDisk(sectorSize: 4_096, isTracing: false)
    let devices: [SimulatedDevice]
    let servers: [SimulatedServer]
    var machine = 0
    var observer = 0
    var running: [Int: Running] = [:]
    /// The settings and backups by place. On Linux all machines share place 0. On Darwin each machine has its own
    /// place.
    var settings: [Int: KeptSettings] = [:]
    var backups: [Int: [UInt8]] = [:]
    /// The places whose records contain data that a process received while the premise failed.
    var tainted: Set<Int> = []
    /// The operators in the last acknowledged save of each place, and the boot of that save. If something else changes
    /// the file, the run removes the entry.
    var savedNames: [Int: (boot: TrueBoot, named: NamedTruth)] = [:]
    /// The operators that answered any process, by boot.
    var answered: [TrueBoot: Set<ExactName>] = [:]
    var marks: [KeptMark] = []
    var meters: [KeptMeter] = []
    var cuts: UInt64 = 0
    /// The last acknowledged saves of the record. If something else changes the file, the run removes the entry.
    var saved: [Int: TimekeeperRecord] = [:]
    /// The snapshot of a machine with its own disk, and the settings at that time.
    var snapshot: (device: SimulatedDevice.Snapshot, settings: [Int: KeptSettings])?

    static let record = SimulatedDevice.stateDirectory + "/state"

    /// Returns the first promise that a history breaks, or `nil` if it breaks no promise.
    static func violation(of history: History) -> Violation? {
        let run = WholeRun(history.setting)
        defer { run.end() }
        let found = history.violation { event throws(Breach) in try run.step(event) }
        if let found { return found }
        do throws(Breach) {
            try run.audit()
        } catch {
            return Violation(error.promise, event: max(0, history.events.count - 1), "at the end: " + error.text)
        }
        return nil
    }

    init(_ setting: HistorySetting) {
        self.setting = setting
        check = PromiseCheck(setting) { "s\($0).example" }
        let servers = setting.servers.enumerated().map { $1.simulated(named: "s\($0).example") }
        self.servers = servers
        for (number, server) in setting.servers.enumerated() where !server.isHonest {
            check.suspect(ExactName("s\(number).example"))
        }
        let isDarwin = setting.machineMake(number: 0).model.platform == .darwin
        if isDarwin { disk.setLock(.unlocked) }
        devices = (0...(setting.hasOtherMachine ? 1 : 0)).map { [disk] number in
            SimulatedDevice(
                setting.machineMake(number: number), servers: servers, seed: setting.luck &+ UInt64(number + 1),
                home: setting.hasOtherMachine && setting.sharesRecord ? disk : nil, firstProcess: 1 + number * 1_000_000
            )
        }
        for (number, device) in devices.enumerated() {
            let sign: Int64 = number == 0 ? 1 : -1
            device.setDrift(thousandthsOfBound: Int(sign * setting.crystal))
            device.setBatteryCrystal(thousandthsOfBound: sign * setting.batteryCrystal)
            device.advance(by: .milliseconds(setting.upFor))
        }
    }

    var device: SimulatedDevice { devices[machine] }
    var slot: Int { machine * 8 + observer }
    var place: Int { setting.sharesRecord ? 0 : machine }
    var truth: Truth { Truth(now: device.truth, machine: device.machine, machineNumber: machine) }

    /// Ends all apps, so no task continues to wait.
    func end() {
        for running in running.values where running.app.isAlive { running.app.kill() }
    }

    // MARK: - Events

    func step(_ event: HistoryEvent) throws(Breach) {
        try happen(event)
        if running[slot]?.app.isAlive == false { running[slot] = nil }
        try checkClaims()
    }

    func happen(_ event: HistoryEvent) throws(Breach) {
        switch event {
        case .pass(let span): device.advance(by: .milliseconds(span))
        case .sleep(let span, let error, let isHibernation):
            device.sleep(.milliseconds(max(0, span)), miscountedBy: .milliseconds(error), isHibernation: isHibernation)
        case .setClock(let step): device.setClock(by: .milliseconds(step))
        case .matchBootTime(let residue):
            guard let saved = savedReading else { return }
            let target = saved.kernelBootTime + .milliseconds(residue)
            device.setClock(by: target - device.machine.reading.kernelBootTime)
        case .correctClock(let error): device.setClock(by: -truth.wallError + .milliseconds(error))
        case .slew(let millionths): device.slewClock(partsPerMillion: Int(millionths))
        case .adjust(let step): device.adjustClock(by: .milliseconds(step))
        case .setFrequency(let rate): device.setFrequency(partsPerBillion: rate)
        case .correctPhase(let step, let constant):
            device.correctPhase(by: .milliseconds(step), timeConstant: constant)
        case .wander(let thousandths): device.setDrift(thousandthsOfBound: Int(thousandths))
        case .reboot(let off, let calendar, let isWarm):
            device.reboot(offFor: .milliseconds(max(0, off)), hardwareClock: calendar.simulated, isCold: !isWarm)
            forgetDead()
        case .waitPastUptime(let excess):
            guard let saved = savedReading else { return }
            let model = device.machine.make.model
            let left = model.timeSinceBoot(saved) - model.timeSinceBoot(device.machine.reading)
            device.advance(by: min(left, .seconds(86_400 * 400)) + .milliseconds(excess))
        case .launch(let observer, _, _): try launch(observer)
        case .turnTo(let observer): if running[machine * 8 + observer] != nil { self.observer = observer }
        case .unlock: device.unlock()
        case .lock: device.lock()
        case .readClocks: _ = try? running[slot]?.app.observatory.reading()
        case .name(let numbers): try name(numbers)
        case .ask(let questions): try ask(questions)
        case .save: save()
        case .kill:
            running[slot]?.app.kill()
            running[slot] = nil
        case .cutPower:
            cuts += 1
            device.cutPower(seed: setting.luck &* 31 &+ cuts)
            forgetDead()
        case .mark:
            guard let running = running[slot], (try? running.app.observatory.moment()) != nil,
                let moment = running.app.observatory.keeper.moment()
            else { return }
            marks.append(
                KeptMark(
                    moment: moment, madeAt: device.truth, launch: running.memory.launch,
                    machine: running.app.observatory.keeper.latest?.machine, isTainted: running.memory.mayBeMisled))
        case .meter:
            guard let running = running[slot], (try? running.app.observatory.reading()) != nil else { return }
            try judgePremise()
            guard let memory = self.running[slot]?.memory else { return }
            try check.update(&meters, running.app.observatory.keeper, truth, memory)
        case .reset: reset()
        case .changeMachine:
            let now = device.truth
            machine = (machine + 1) % devices.count
            device.advance(by: now - device.truth)
        case .reinstall:
            for (key, process) in running where setting.sharesRecord || key / 8 == machine { process.app.kill() }
            forgetDead()
            forgetSave()
            backups[place] = nil
            device.disk.remove(Self.record)
        case .backUp: backups[place] = device.disk.contents(of: Self.record)
        case .restore:
            guard let backup = backups[place] else { return }
            forgetSave()
            device.disk.place(backup, at: Self.record)
        case .damage:
            forgetSave()
            guard let bytes = device.disk.contents(of: Self.record) else { return }
            device.disk.place(bytes.map { $0 ^ 0x55 }, at: Self.record)
        case .upgradeRecord:
            forgetSave()
            guard let bytes = device.disk.contents(of: Self.record) else { return }
            device.disk.place(NewerFormat.file(from: bytes), at: Self.record)
        case .pauseMachine(let span):
            check.recordPause(truth)
            device.pauseByHost(.milliseconds(span))
        case .disturbPowerManagement: break
        case .takeSnapshot: if devices.count == 1 { snapshot = (device.takeSnapshot(), settings) }
        case .goBackToSnapshot:
            guard let snapshot else { return }
            device.restore(snapshot.device)
            (settings, saved, savedNames) = (snapshot.settings, [:], [:])
            forgetDead()
        case .readSetting(let key): try readSetting(key)
        case .writeSetting(let key): try writeSetting(key)
        case .writeSettingKilled(let key, let changes):
            guard let process = running[slot]?.app.process else { return }
            device.disk.schedule(.kill, process: process, change: changes)
            try writeSetting(key)
            // The process may have ended during its write. If it still runs, the run cancels its pending faults.
            if device.disk.isStopped(process) {
                running[slot]?.app.kill()
            } else {
                device.disk.cancelFaults(process: process)
            }
        }
    }

    var savedReading: ClockReading? {
        running[slot]?.app.observatory.keeper.record.record?.checkpoint.newest.reading
    }

    func forgetDead() { running = running.filter { $0.value.app.isAlive } }

    // MARK: - Apps

    func launch(_ observer: Int) throws(Breach) {
        self.observer = observer
        running[slot]?.app.kill()
        let name = "\(observer)"
        guard let app = try? device.launch(name),
            let clock = try? app.clock(asking: [], alsoAccepting: .unauthenticated),
            let store = try? app.store()
        else { throw Breach(.presence, "the app can't be launched") }
        let keeper = app.observatory.keeper
        try checkLoaded(keeper)
        check.recordLaunch(keeper.salt, truth, setting.identities)
        guard var memory = check.memory(of: name, keeper.record.record, salt: keeper.salt) else { return }
        memory.isContradicted = keeper.questions[ExactName(name)]?.initial.evidence == .contradiction
        if keeper.record.record != nil { memory.named.join(namesOfRecord) }
        running[slot] = Running(app: app, clock: clock, store: store, memory: memory)
        try judgePremise()
        try checkVerdict(keeper)
    }

    /// Names the servers that the app asks and accepts from now on. Servers that the app named earlier still count.
    func name(_ numbers: [Int]) throws(Breach) {
        guard let app = running[slot]?.app else { return }
        let named = numbers.filter { servers.indices.contains($0) }.map { servers[$0] }
        let names = named.map { ExactName($0.host) }
        check.names[truth.boot, default: []].formUnion(names)
        if let clock = try? app.clock(asking: named, alsoAccepting: .unauthenticated) {
            running[slot]?.clock = clock
            running[slot]?.memory.named.name(
                names.filter { check.voices[$0] == true }, room: KnownOperators.most,
                at: device.machine.reading.elapsed)
        }
        try judgePremise()
    }

    /// The operators that processes named and saved in this boot.
    var namesOfRecord: NamedTruth {
        savedNames[place].flatMap { $0.boot == truth.boot ? $0.named : nil } ?? NamedTruth()
    }

    /// Checks the premise. If it fails, marks the record as tainted, because the process may save its data at any time.
    /// For the same reason, each process of this boot may have all answers.
    func judgePremise() throws(Breach) {
        guard var memory = running[slot]?.memory, let app = running[slot]?.app else { return }
        memory.isTainted = tainted.contains(place)
        for name in answered[truth.boot] ?? [] { memory.named.hear(name, isCertain: false) }
        try check.judgePremise(app.observatory.keeper, truth, &memory, saved: namesOfRecord)
        if memory.isTainted { tainted.insert(place) }
        running[slot]?.memory = memory
    }

    /// Runs a request, and records which servers it reached.
    func reach(_ asked: [SimulatedServer], _ request: () throws -> Void) throws {
        let before = asked.map { device.network.requestCount(of: $0.name) }
        defer {
            for (server, count) in zip(asked, before) where device.network.requestCount(of: server.name) > count {
                answered[truth.boot, default: []].insert(ExactName(server.host))
            }
        }
        try request()
    }

    func ask(_ questions: [HistoryEvent.Question]) throws(Breach) {
        guard let running = running[slot] else { return }
        do {
            if questions.count > 1, !running.clock.sources.isEmpty {
                try reach(servers) { _ = try device.run { await running.clock.synchronize() } }
                try judgePremise()
                return
            }
            for question in questions where !question.isLost && servers.indices.contains(question.server) {
                let server = servers[question.server]
                try reach([server]) {
                    _ = try device.run { try await running.app.request(server, capturingWith: running.clock) }
                }
                try judgePremise()
            }
        } catch let breach as Breach {
            throw breach
        } catch is StalledExecution {
            throw Breach(.openness, "a poll waits forever")
        } catch {
            // There was no answer, which is normal for some servers.
        }
    }

    /// Checks that a launch finds the last acknowledged save.
    func checkLoaded(_ keeper: Timekeeper) throws(Breach) {
        guard let saved = saved[place] else { return }
        guard let record = keeper.record.record else {
            throw Breach(.durability, "the saved record is \(keeper.record)")
        }
        // A save adds the operators that other processes named, and then judges the answers with all operators. Later
        // launches must find what came of it.
        guard record.resets == saved.resets,
            record.authenticated.all.count == saved.authenticated.all.count
        else {
            self.saved[place] = record
            return
        }
        for (kept, found) in [
            (saved.floors.corroborated, record.floors.corroborated), (saved.floors.lone, record.floors.lone),
        ] {
            if let floor = kept.floor, kept.timesGivenUp == found.timesGivenUp,
                found.floor.map({ $0.earliest < floor.earliest }) ?? true
            {
                throw Breach(.floor, "the saved floor is missing from the record")
            }
        }
    }

    func save() {
        guard let app = running[slot]?.app, let record = app.observatory.keeper.recordToSave,
            (try? app.observatory.save()) != nil
        else { return }
        saved[place] = record
        running[slot]?.memory.named.join(namesOfRecord)
        savedNames[place] = running[slot].map { (truth.boot, $0.memory.named) }
    }

    func forgetSave() { (saved[place], savedNames[place]) = (nil, nil) }

    func reset() {
        running[slot]?.clock.forgetTrustedTime()
        running[slot]?.memory.floor = nil
        running[slot]?.memory.isForgotten = true
        running[slot]?.shown = nil
    }

}

extension HistorySetting.Server {
    func simulated(named host: String) -> SimulatedServer {
        var server: SimulatedServer = isAuthenticated ? .https(host) : .ntp(host)
        // An NTP server reports its error bound. For a web server, the error bound is a premise.
        server =
            isAuthenticated ? server.lying(by: .milliseconds(error)) : server.wrong(upTo: .milliseconds(abs(error)))
        server = server.jumping(upTo: .milliseconds(lie))
        if stoppedAt != nil, isAuthenticated { server = server.lagging(by: .seconds(2 * 86_400)) }
        if isStale, isAuthenticated { server = server.stale(upTo: .hours(1), sendsAge: true) }
        if isHonest, isAuthenticated, error > 25 { server = server.lagging() }
        return error < -25 ? server.lossy(0.2) : server
    }
}

extension HistoryEvent.Calendar {
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    fileprivate var simulated: SimulatedDevice.HardwareClock {
        switch self {
        case .kept: .kept
        case .offBy(let error): .offBy(.milliseconds(error))
        // `SimulatedDevice` can't restart Darwin's power management clock, so in both cases only the hardware clock
        // loses its time.
        case .lost, .restarted: .lost
        }
    }
}

extension HistorySetting {
    /// The seed of all other randomness: the network, and the data that survives a power cut.
    fileprivate var luck: UInt64 {
        UInt64(bitPattern: crystal) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: upFor) &* 0xD134_2543_DE82_EF95
    }
}
