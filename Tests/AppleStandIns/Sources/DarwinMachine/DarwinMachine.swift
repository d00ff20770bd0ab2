// The machine below the stand-in of Darwin's C library: what its kernel answers, which calls fail, and which keys of
// the storage are there.
//
// Models: a table of sysctls, clocks that a test sets, errors of calls, protection classes of files by their inodes,
// and a resolver that knows no names but those of its table. What nobody scripted, Linux answers.
//
// A test makes a machine and runs calls on it; the tests beside it have machines of their own. Threads that the library
// starts by itself have the one machine that fails nothing.
import Synchronization

public final class DarwinMachine: Sendable {
    /// What a sysctl or a clock answers. An error is one of Darwin's numbers.
    public enum Answer: Sendable {
        case bytes([UInt8])
        case nanoseconds(Int64)
        case error(Int32)

        /// A text as the kernel writes it, with its final zero.
        public static func text(_ text: String) -> Answer { .bytes(Array(text.utf8) + [0]) }

        /// A number in the machine's order of bytes.
        public static func number(_ number: some FixedWidthInteger) -> Answer {
            .bytes(withUnsafeBytes(of: number) { Array($0) })
        }

        /// A struct timeval: eight bytes of seconds, four of microseconds, four unused.
        public static func time(seconds: Int64, microseconds: Int32) -> Answer {
            .bytes(
                withUnsafeBytes(of: seconds) { Array($0) } + withUnsafeBytes(of: microseconds) { Array($0) }
                    + [0, 0, 0, 0])
        }
    }

    /// Which keys of the storage are there.
    public enum Keys: Sendable { case beforeFirstUnlock, unlocked, locked }

    /// A file, by numbers that other files do not have while it is there.
    public struct Inode: Sendable, Hashable {
        let device, number: UInt64

        public init(device: UInt64, number: UInt64) {
            self.device = device
            self.number = number
        }
    }

    private struct Fault {
        var passes: Int
        var times: Int
        let number: Int32
    }

    private struct State {
        var answers: [String: [Answer]] = [:]
        var faults: [String: Fault] = [:]
        var keys = Keys.unlocked
        var classes: [Inode: Int32] = [:]
        var calls: [String] = []
    }

    @TaskLocal public static var current = DarwinMachine()

    private let state = Mutex(State())

    public init() {}

    /// Runs calls on this machine.
    public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self, operation: body)
    }

    // MARK: - For tests

    /// What a sysctl, or a clock by the name of its constant, answers: one after the other, and the last one for ever.
    public func set(_ name: String, _ answers: Answer...) { set(name, answers) }

    /// The same.
    public func set(_ name: String, _ answers: [Answer]) {
        state.withLock { $0.answers[name] = answers }
    }

    /// Lets a call fail: so many times, after so many that pass.
    public func fail(_ call: String, _ number: Int32, after passes: Int = 0, times: Int = .max) {
        state.withLock { $0.faults[call] = Fault(passes: passes, times: times, number: number) }
    }

    /// Lets a call be.
    public func heal(_ call: String) { state.withLock { $0.faults[call] = nil } }

    public var keys: Keys {
        get { state.withLock { $0.keys } }
        set { state.withLock { $0.keys = newValue } }
    }

    /// The calls so far, in order.
    public var calls: [String] { state.withLock { $0.calls } }

    // MARK: - For the C library

    /// Counts a call.
    ///
    /// - Returns: The error that it shall fail with, or nil.
    public func begin(_ call: String) -> Int32? {
        state.withLock { state in
            state.calls.append(call)
            guard var fault = state.faults[call], fault.times > 0 else { return nil }
            let passes = fault.passes > 0
            if passes { fault.passes -= 1 } else { fault.times -= 1 }
            state.faults[call] = fault
            return passes ? nil : fault.number
        }
    }

    public func answer(_ name: String) -> Answer? {
        state.withLock { state in
            guard let answers = state.answers[name], let first = answers.first else { return nil }
            if answers.count > 1 { state.answers[name] = Array(answers.dropFirst()) }
            return first
        }
    }

    /// The protection class of a file; nil on a volume that has none.
    public func protectionClass(of inode: Inode) -> Int32? { state.withLock { $0.classes[inode] } }

    /// Puts a file into a class.
    public func protect(_ inode: Inode, _ protectionClass: Int32) {
        state.withLock { $0.classes[inode] = protectionClass }
    }

    /// Whether a file of a class can be opened. Files of the classes 1, 2 and 7 need an unlocked device, those of class
    /// 3 one that was unlocked since it started.
    public func canOpen(_ protectionClass: Int32?) -> Bool {
        switch protectionClass {
        case 1, 2, 7: keys == .unlocked
        case 3: keys != .beforeFirstUnlock
        default: true
        }
    }

    /// Whether one can be made: of class 2 even on a locked device.
    public func canCreate(_ protectionClass: Int32) -> Bool {
        protectionClass == 2 ? keys != .beforeFirstUnlock : canOpen(protectionClass)
    }
}

/// Names that the resolver knows.
public enum KnownHosts {
    public enum Answer: Sendable {
        /// Addresses in digits; "?" is one of a family that nobody knows.
        case addresses([String])
        /// An error of getaddrinfo(3), and that of a call below it.
        case error(Int32, errno: Int32)
        /// Addresses whose digits can't be told: getnameinfo(3) fails.
        case unspeakable([String])
        /// Addresses that are longer than any that sockets know.
        case oversized([String])
    }

    private static let table = Mutex<[String: Answer]>([:])

    public static func set(_ host: String, _ answer: Answer) { table.withLock { $0[host] = answer } }
    public static func answer(_ host: String) -> Answer? { table.withLock { $0[host] } }
}
