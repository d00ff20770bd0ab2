// The machine below the stand-in of Darwin's C library: the answers of its kernel, the calls that fail, and the
// available keys of the storage.
//
// Models: a table of sysctls, clocks that a test sets, errors of calls, protection classes of files by their inodes,
// and a resolver that has only the names of its table. Linux answers calls that the test doesn't script.
//
// A test creates a machine and runs calls on it. Each test has its own machine. Threads that the library starts by
// itself use one shared machine, on which no call fails.
import Synchronization

public final class DarwinMachine: Sendable {
    /// The simulated result of a sysctl or of a clock. Errors have Darwin's numbers.
    public enum Answer: Sendable {
        case bytes([UInt8])
        case nanoseconds(Int64)
        case error(Int32)

        /// Returns a text as the kernel writes it, with its final zero.
        public static func text(_ text: String) -> Answer { .bytes(Array(text.utf8) + [0]) }

        /// Returns a number in the machine's order of bytes.
        public static func number(_ number: some FixedWidthInteger) -> Answer {
            .bytes(withUnsafeBytes(of: number) { Array($0) })
        }

        /// Returns a struct timeval: eight bytes of seconds, four of microseconds, four unused.
        public static func time(seconds: Int64, microseconds: Int32) -> Answer {
            .bytes(
                withUnsafeBytes(of: seconds) { Array($0) } + withUnsafeBytes(of: microseconds) { Array($0) }
                    + [0, 0, 0, 0])
        }
    }

    /// The available keys of the storage.
    public enum Keys: Sendable { case beforeFirstUnlock, unlocked, locked }

    /// The identity of a file, unique while the file exists.
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

    /// Sets the answers of a sysctl, or of a clock by the name of its constant: one after the other, and the last one
    /// from then on.
    public func set(_ name: String, _ answers: Answer...) { set(name, answers) }

    /// Sets the answers, passed as an array.
    public func set(_ name: String, _ answers: [Answer]) {
        state.withLock { $0.answers[name] = answers }
    }

    /// Makes a call fail so many times, after so many successes.
    public func fail(_ call: String, _ number: Int32, after passes: Int = 0, times: Int = .max) {
        state.withLock { $0.faults[call] = Fault(passes: passes, times: times, number: number) }
    }

    /// Stops the failures of a call.
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
    /// - Returns: The error with which the call has to fail, or `nil`.
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

    /// Returns the protection class of a file, or `nil` on a volume without classes.
    public func protectionClass(of inode: Inode) -> Int32? { state.withLock { $0.classes[inode] } }

    /// Puts a file into a class.
    public func protect(_ inode: Inode, _ protectionClass: Int32) {
        state.withLock { $0.classes[inode] = protectionClass }
    }

    /// Returns whether a file of a class can be opened. Files of the classes 1, 2 and 7 need an unlocked device, and
    /// those of class 3 a device that was unlocked since it started.
    public func canOpen(_ protectionClass: Int32?) -> Bool {
        switch protectionClass {
        case 1, 2, 7: keys == .unlocked
        case 3: keys != .beforeFirstUnlock
        default: true
        }
    }

    /// Returns whether a file of a class can be created: of class 2 even on a locked device.
    public func canCreate(_ protectionClass: Int32) -> Bool {
        protectionClass == 2 ? keys != .beforeFirstUnlock : canOpen(protectionClass)
    }
}

/// The names that the resolver has.
public enum KnownHosts {
    public enum Answer: Sendable {
        /// Addresses in digits. "?" is an address of an unknown family.
        case addresses([String])
        /// An error of getaddrinfo(3), and that of a call below it.
        case error(Int32, errno: Int32)
        /// Addresses for which getnameinfo(3) fails.
        case unspeakable([String])
        /// Addresses longer than any that sockets support.
        case oversized([String])
    }

    private static let table = Mutex<[String: Answer]>([:])

    public static func set(_ host: String, _ answer: Answer) { table.withLock { $0[host] = answer } }
    public static func answer(_ host: String) -> Answer? { table.withLock { $0[host] } }
}
