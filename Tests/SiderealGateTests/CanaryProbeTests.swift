import SiderealBase
import SiderealGate
import SiderealSystem
import SiderealTesting
import Testing

/// A probe meets any file in the canary's place, any failing call, and other processes that probe it, too.
@Suite("probing the canary") struct CanaryProbeTests {
    static let path = "dir/canary"

    static func readState(_ disk: SimulatedDisk, process: Int = 1) -> FirstUnlockGate.State {
        CanaryProbe(path: path, disk: RetryingFileSystem(base: disk.process(process))).readState()
    }

    /// Returns whether no temporary file of the canary is left.
    static func isClean(_ disk: SimulatedDisk) -> Bool {
        disk.names.allSatisfy { $0 == path || !$0.hasPrefix(path) }
    }

    enum Start: String, CaseIterable {
        case noDirectory, missing, empty, wrongClass, sound

        /// The calls of a probe: `r` for one that reads a canary, `c` for one that creates it, `w` for one that fills
        /// it and gives it its name.
        var calls: String {
            switch self {
            case .noDirectory: "r" + "ccc" + "cww" + "rrr"
            case .missing: "r" + "cww" + "rrr"
            case .empty, .wrongClass: "rrr" + "cww" + "rrr"
            case .sound: "rrr"
            }
        }

        /// Makes a disk in the given state. A nil lock stands for a system without protection classes.
        func disk(_ lock: DeviceLock?) -> SimulatedDisk {
            let disk = SimulatedDisk()
            disk.setLock(lock)
            if self != .noDirectory { try? disk.process(0).makeDirectory("dir") }
            switch self {
            case .noDirectory, .missing: break
            case .empty: disk.place([], at: path, tier: .afterFirstUnlock)
            case .wrongClass: disk.place([1], at: path, tier: lock == nil ? .always : .whenUnlocked)
            case .sound: disk.place([1], at: path, tier: .afterFirstUnlock)
            }
            return disk
        }
    }

    static let numbers: [ErrorNumber] = {
        var numbers: [ErrorNumber] = [
            .accessDenied, .notPermitted, .inputOutput, .noSpace, .readOnly, .tooManyFiles, .notSupported,
        ]
        #if canImport(Glibc)
            numbers.append(.noKey)
        #endif
        return numbers
    }()

    @Test(
        "after the first unlock, one probe finds the device available and repairs the canary",
        arguments: Start.allCases, [DeviceLock.unlocked, .locked, nil])
    func anUnlockedDeviceIsAvailableAfterOneLook(start: Start, lock: DeviceLock?) {
        // While the device is locked, a canary of class whenUnlocked looks like one before the first unlock.
        if start == .wrongClass && lock == .locked { return }
        let disk = start.disk(lock)
        #expect(Self.readState(disk) == .unlocked)
        #expect(disk.contents(of: Self.path) == [1])
        if lock != nil { #expect(disk.protection(of: Self.path) == .afterFirstUnlock) }
        #expect(Self.isClean(disk))
        let calls = disk.trace.count
        #expect(Self.readState(disk) == .unlocked)
        #expect(disk.trace.count == calls + 3, "a sound canary is opened, read and asked for its class")
    }

    @Test(
        "if any call fails, the gate stays closed and gives the reason, and no temporary file is left",
        arguments: Start.allCases, numbers)
    func everyFailingCallClosesTheGateAndSaysWhy(
        start: Start, number: ErrorNumber
    ) {
        for lock in [DeviceLock.unlocked, nil] {
            // Without protection classes no class is wrong.
            if start == .wrongClass && lock == nil { continue }
            for (index, kind) in start.calls.enumerated() {
                let disk = start.disk(lock)
                disk.schedule(.fail(number), process: 1, call: index)
                let isDenied = number == .accessDenied || number == .notPermitted
                let isLock = number.isMissingKey || (isDenied && (kind == "r" || lock != nil))
                // It could be created in its class, so the device was unlocked.
                let isFull = kind == "w" && number == .noSpace
                let expected: FirstUnlockGate.State =
                    isLock ? .beforeFirstUnlock : isFull ? .unlocked : .indeterminate(errno: number.rawValue)
                #expect(Self.readState(disk) == expected, "call \(index) of \(start)")
                #expect(disk.cancelFaults(process: 1) == 0)
                #expect(Self.isClean(disk), "a temporary file stays behind after call \(index)")
                #expect(Self.readState(disk) == .unlocked)
            }
            let disk = start.disk(lock)
            disk.schedule(.fail(number), process: 1, call: start.calls.count)
            #expect(Self.readState(disk) == .unlocked)
            #expect(disk.cancelFaults(process: 1) == 1, "a probe makes more calls than the table has")
        }
    }

    @Test("an interrupted call is repeated", arguments: Start.allCases)
    func interruptedCallsAreRepeated(start: Start) {
        for index in start.calls.indices {
            let disk = start.disk(.unlocked)
            disk.schedule(
                .fail(.interrupted), process: 1, call: start.calls.distance(from: start.calls.startIndex, to: index))
            #expect(Self.readState(disk) == .unlocked)
            #expect(Self.isClean(disk))
        }
    }

    @Test(
        "if a process is killed at any call of its probe, the gate still opens",
        arguments: Start.allCases, [DeviceLock.unlocked, nil])
    func whoIsKilledWhileCreatingLeavesAGateThatOpens(start: Start, lock: DeviceLock?) {
        for index in 0...start.calls.count {
            let disk = start.disk(lock)
            disk.schedule(.kill, process: 1, call: index)
            _ = Self.readState(disk)
            disk.kill(1)
            #expect(Self.readState(disk, process: 2) == .unlocked)
            #expect(Self.readState(disk, process: 1) == .unlocked)
        }
    }

    @Test("after a power cut, the gate still opens", arguments: Start.allCases, [DeviceLock.unlocked, nil])
    func aPowerCutLeavesAGateThatOpens(start: Start, lock: DeviceLock?) {
        for newest in [false, true] {
            let disk = start.disk(lock)
            #expect(Self.readState(disk) == .unlocked)
            disk.cutPower(newest ? disk.questions.map { $0.count - 1 } : [])
            #expect(Self.readState(disk) == .unlocked)
        }
    }

    @Test(
        "processes whose probes overlap all find the device available",
        arguments: Start.allCases, [DeviceLock.unlocked, nil])
    func twoProcessesAtOnceBothFindItOpen(start: Start, lock: DeviceLock?) {
        for first in 0..<start.calls.count {
            for second in 0..<start.calls.count {
                let disk = start.disk(lock)
                // A second process probes in the middle of the first one's probe, and a third one in the middle of the
                // second one's.
                disk.interpose(process: 1, call: first) {
                    disk.interpose(process: 2, call: second) { #expect(Self.readState(disk, process: 3) == .unlocked) }
                    #expect(Self.readState(disk, process: 2) == .unlocked)
                }
                #expect(Self.readState(disk, process: 1) == .unlocked)
                #expect(Self.isClean(disk))
            }
        }
    }

    @Test("an unlock during a probe is seen by the next probe at the latest", arguments: Start.allCases)
    func anUnlockInTheMiddleIsSeenByTheNextLookAtTheLatest(start: Start) {
        for index in 0..<start.calls.count {
            let disk = start.disk(.beforeFirstUnlock)
            disk.interpose(process: 1, call: index) { disk.setLock(.unlocked) }
            let found = Self.readState(disk)
            #expect(found == .unlocked || found == .beforeFirstUnlock)
            if disk.lock == .beforeFirstUnlock {
                #expect(found == .beforeFirstUnlock)
                disk.setLock(.unlocked)
            }
            #expect(Self.readState(disk) == .unlocked)
            #expect(Self.isClean(disk))
        }
    }

    @Test("no state of the canary opens the gate before the first unlock", arguments: Start.allCases)
    func beforeTheFirstUnlockNothingOpensIt(start: Start) {
        let disk = start.disk(.beforeFirstUnlock)
        let names = disk.names
        #expect(Self.readState(disk) == .beforeFirstUnlock)
        #expect(Self.isClean(disk))
        #expect(Set(names).isSubset(of: disk.names))
        disk.setLock(.unlocked)
        #expect(Self.readState(disk) == .unlocked)
        disk.setLock(.locked)
        #expect(Self.readState(disk) == .unlocked)
    }

    @Test("a canary restored in the tier `always` doesn't open the gate, and is replaced")
    func canaryRestoredInTierAlwaysIsReplaced() {
        let disk = Start.missing.disk(.beforeFirstUnlock)
        disk.place([1], at: Self.path, tier: .always)
        #expect(Self.readState(disk) == .beforeFirstUnlock)
        #expect(disk.protection(of: Self.path) == .always)
        disk.setLock(.locked)
        #expect(Self.readState(disk) == .unlocked)
        #expect(disk.protection(of: Self.path) == .afterFirstUnlock)
    }

    @Test(
        "one probe creates the canary only once",
        arguments: [
            (Start.noDirectory, 7), (.missing, 4), (.empty, 6), (.wrongClass, 6),
        ])
    func noLookCreatesTwice(start: Start, readingAgain: Int) {
        let disk = start.disk(.unlocked)
        disk.interpose(process: 1, call: readingAgain) { disk.place([], at: Self.path, tier: .afterFirstUnlock) }
        #expect(Self.readState(disk) == .indeterminate(errno: ErrorNumber.inputOutput.rawValue))
        #expect(disk.trace.filter { $0.hasPrefix("1 rename") }.count == 1)

        let other = start.disk(.unlocked)
        other.interpose(process: 1, call: readingAgain) { other.remove(Self.path) }
        #expect(Self.readState(other) == .indeterminate(errno: ErrorNumber.notFound.rawValue))
        #expect(other.trace.filter { $0.hasPrefix("1 rename") }.count == 1)
    }

    @Test("a new canary is marked for exclusion from backups before it gets its name")
    func theNewCanaryIsMarkedBeforeItHasItsName() {
        let disk = Start.missing.disk(.unlocked)
        let marked = Lock<[String]>([])
        let probe = CanaryProbe(path: Self.path, disk: disk.process(1)) { path in
            #expect(!disk.names.contains(Self.path) && disk.contents(of: path) == [1])
            marked.withLock { $0.append(path) }
        }
        #expect(probe.readState() == .unlocked && probe.readState() == .unlocked)
        #expect(marked.withLock { $0.count } == 1)
    }
}
