import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing

/// What a look at the canary comes to, whatever is there, whatever fails, and whoever else is at it.
@Suite struct CanaryProbeTests {
    static let path = "dir/canary"

    static func look(_ disk: SimulatedDisk, process: Int = 1) -> FirstUnlockState {
        CanaryProbe(path: path, disk: PatientFileSystem(base: disk.process(process))).look()
    }

    /// Whether nothing but the canary was left in its directory.
    static func isClean(_ disk: SimulatedDisk) -> Bool {
        disk.names.allSatisfy { $0 == path || !$0.hasPrefix(path) }
    }

    enum Start: String, CaseIterable {
        case noDirectory, missing, empty, wrongClass, sound

        /// The calls of a look, `r` of those that read a canary and `c` of those that create one.
        var calls: String {
            switch self {
            case .noDirectory: "r" + "ccc" + "ccc" + "rrr"
            case .missing: "r" + "ccc" + "rrr"
            case .empty, .wrongClass: "rrr" + "ccc" + "rrr"
            case .sound: "rrr"
            }
        }

        /// On a disk that the device lets everything be read on; nil as a lock: on a system without classes.
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

    @Test(arguments: Start.allCases, [DeviceLock.unlocked, .locked, nil])
    func anUnlockedDeviceIsAvailableAfterOneLook(start: Start, lock: DeviceLock?) {
        // A canary of class whenUnlocked cannot be told from one before the first unlock while the device is locked.
        if start == .wrongClass && lock == .locked { return }
        let disk = start.disk(lock)
        #expect(Self.look(disk) == .available)
        #expect(disk.contents(of: Self.path) == [1])
        if lock != nil { #expect(disk.protection(of: Self.path) == .afterFirstUnlock) }
        #expect(Self.isClean(disk))
        let calls = disk.trace.count
        #expect(Self.look(disk) == .available)
        #expect(disk.trace.count == calls + 3, "a sound canary is opened, read and asked for its class")
    }

    @Test(arguments: Start.allCases, numbers) func everyFailingCallClosesTheGateAndSaysWhy(
        start: Start, number: ErrorNumber
    ) {
        for lock in [DeviceLock.unlocked, nil] {
            // Where there are no classes, none is wrong.
            if start == .wrongClass && lock == nil { continue }
            for (index, kind) in start.calls.enumerated() {
                let disk = start.disk(lock)
                disk.schedule(.fail(number), process: 1, call: index)
                let isDenied = number == .accessDenied || number == .notPermitted
                let isLock = number.isMissingKey || (isDenied && (kind == "r" || lock != nil))
                let expected: FirstUnlockState =
                    isLock ? .beforeFirstUnlock : .indeterminate(errno: number.rawValue)
                #expect(Self.look(disk) == expected, "call \(index) of \(start)")
                #expect(disk.cancelFaults(process: 1) == 0)
                #expect(Self.isClean(disk), "a temporary file stays behind after call \(index)")
                #expect(Self.look(disk) == .available)
            }
            let disk = start.disk(lock)
            disk.schedule(.fail(number), process: 1, call: start.calls.count)
            #expect(Self.look(disk) == .available)
            #expect(disk.cancelFaults(process: 1) == 1, "a look makes more calls than the table has")
        }
    }

    @Test(arguments: Start.allCases) func interruptedCallsAreRepeated(start: Start) {
        for index in start.calls.indices {
            let disk = start.disk(.unlocked)
            disk.schedule(
                .fail(.interrupted), process: 1, call: start.calls.distance(from: start.calls.startIndex, to: index))
            #expect(Self.look(disk) == .available)
            #expect(Self.isClean(disk))
        }
    }

    @Test(arguments: Start.allCases, [DeviceLock.unlocked, nil])
    func whoIsKilledWhileCreatingLeavesAGateThatOpens(start: Start, lock: DeviceLock?) {
        for index in 0...start.calls.count {
            let disk = start.disk(lock)
            disk.schedule(.kill, process: 1, call: index)
            _ = Self.look(disk)
            disk.kill(1)
            #expect(Self.look(disk, process: 2) == .available)
            #expect(Self.look(disk, process: 1) == .available)
        }
    }

    @Test(arguments: Start.allCases, [DeviceLock.unlocked, nil])
    func aPowerCutLeavesAGateThatOpens(start: Start, lock: DeviceLock?) {
        for newest in [false, true] {
            let disk = start.disk(lock)
            #expect(Self.look(disk) == .available)
            disk.cutPower(newest ? disk.questions.map { $0.count - 1 } : [])
            #expect(Self.look(disk) == .available)
        }
    }

    @Test(arguments: Start.allCases, [DeviceLock.unlocked, nil])
    func twoProcessesAtOnceBothFindItOpen(start: Start, lock: DeviceLock?) {
        for first in 0..<start.calls.count {
            for second in 0..<start.calls.count {
                let disk = start.disk(lock)
                // The second one looks in the middle of the first one's look, and a third in the middle of the
                // second's.
                disk.interpose(process: 1, call: first) {
                    disk.interpose(process: 2, call: second) { #expect(Self.look(disk, process: 3) == .available) }
                    #expect(Self.look(disk, process: 2) == .available)
                }
                #expect(Self.look(disk, process: 1) == .available)
                #expect(Self.isClean(disk))
            }
        }
    }

    @Test(arguments: Start.allCases) func anUnlockInTheMiddleIsSeenByTheNextLookAtTheLatest(start: Start) {
        for index in 0..<start.calls.count {
            let disk = start.disk(.beforeFirstUnlock)
            disk.interpose(process: 1, call: index) { disk.setLock(.unlocked) }
            let found = Self.look(disk)
            #expect(found == .available || found == .beforeFirstUnlock)
            if disk.lock == .beforeFirstUnlock {
                #expect(found == .beforeFirstUnlock)
                disk.setLock(.unlocked)
            }
            #expect(Self.look(disk) == .available)
            #expect(Self.isClean(disk))
        }
    }

    @Test(arguments: Start.allCases) func beforeTheFirstUnlockNothingOpensIt(start: Start) {
        let disk = start.disk(.beforeFirstUnlock)
        let names = disk.names
        #expect(Self.look(disk) == .beforeFirstUnlock)
        #expect(Self.isClean(disk))
        #expect(Set(names).isSubset(of: disk.names))
        disk.setLock(.unlocked)
        #expect(Self.look(disk) == .available)
        disk.setLock(.locked)
        #expect(Self.look(disk) == .available)
    }

    @Test func aCanaryRestoredInClassAlwaysOpensNothingAndIsReplaced() {
        let disk = Start.missing.disk(.beforeFirstUnlock)
        disk.place([1], at: Self.path, tier: .always)
        #expect(Self.look(disk) == .beforeFirstUnlock)
        #expect(disk.protection(of: Self.path) == .always)
        disk.setLock(.locked)
        #expect(Self.look(disk) == .available)
        #expect(disk.protection(of: Self.path) == .afterFirstUnlock)
    }

    @Test func aCanaryOfClassWhenUnlockedHealsAtTheNextUnlock() {
        let disk = Start.missing.disk(.locked)
        disk.place([1], at: Self.path, tier: .whenUnlocked)
        #expect(Self.look(disk) == .beforeFirstUnlock, "it cannot be told from one before the first unlock")
        disk.setLock(.unlocked)
        #expect(Self.look(disk) == .available)
        disk.setLock(.locked)
        #expect(Self.look(disk) == .available)
    }

    @Test func aFullDiskIsNoLock() {
        let disk = Start.noDirectory.disk(.unlocked)
        disk.limitSpace(to: 0)
        #expect(Self.look(disk) == .indeterminate(errno: ErrorNumber.noSpace.rawValue))
        #expect(Self.isClean(disk))
        disk.limitSpace(to: 1)
        #expect(Self.look(disk) == .available)
    }

    @Test(arguments: [
        (Start.noDirectory, 7), (.missing, 4), (.empty, 6), (.wrongClass, 6),
    ]) func noLookCreatesTwice(start: Start, readingAgain: Int) {
        let disk = start.disk(.unlocked)
        disk.interpose(process: 1, call: readingAgain) { disk.place([], at: Self.path, tier: .afterFirstUnlock) }
        #expect(Self.look(disk) == .indeterminate(errno: ErrorNumber.inputOutput.rawValue))
        #expect(disk.trace.filter { $0.hasPrefix("1 rename") }.count == 1)

        let other = start.disk(.unlocked)
        other.interpose(process: 1, call: readingAgain) { other.remove(Self.path) }
        #expect(Self.look(other) == .indeterminate(errno: ErrorNumber.notFound.rawValue))
        #expect(other.trace.filter { $0.hasPrefix("1 rename") }.count == 1)
    }

    @Test func theNewCanaryIsMarkedBeforeItHasItsName() {
        let disk = Start.missing.disk(.unlocked)
        let marked = Lock<[String]>([])
        let probe = CanaryProbe(path: Self.path, disk: disk.process(1)) { path in
            #expect(!disk.names.contains(Self.path) && disk.contents(of: path) == [1])
            marked.withLock { $0.append(path) }
        }
        #expect(probe.look() == .available && probe.look() == .available)
        #expect(marked.withLock { $0.count } == 1)
    }
}
