import Sidereal
import SiderealStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A process that `Scripts/store-check` controls. The script sends commands to the process, denies it access to files,
/// and kills it. The process applies each line of its input to a store, and then writes one line of JSON as the answer.
struct StoreWriter {
    /// The answer to a line of the input.
    private struct Answer: Encodable {
        let line: String
        /// The outcome: done, value, absent, unavailable, refused, or the state of the gate.
        var came: String
        var number: Int?
        var text: String?
        /// The reason for a failure: the name of the enum's case, with its values.
        var why: String?
        var errno: Int32?
        var path: String?
        var keptAside: [String]?
    }

    private let store: ProtectedStore
    private let gate: FirstUnlockGate
    private let encoder = JSONEncoder()

    static func run(directory: String, gate gateDirectory: String) async throws {
        let gate = FirstUnlockGate(directory: URL(filePath: gateDirectory))
        let store = try ProtectedStore("store", directory: URL(filePath: directory), gate: gate)
        let writer = StoreWriter(store: store, gate: gate)
        while let line = readLine() { try await writer.carryOut(line) }
    }

    private func carryOut(_ line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        do throws(StoreError) {
            switch (words.first, words.count, numbers.count) {
            case ("gate", 1, _): say(Answer(line: line, came: "\(gate.state)"))
            case ("reset", 1, _):
                try await store.resetIfUnrecoverable()
                say(Answer(line: line, came: "done", keptAside: store.report.keptAside))
            case ("get", 2, _): say(reading(line, store.read(StoreKey<String>(words[1]))) { $0.text = $1 })
            case ("count", 2, _): say(reading(line, store.read(StoreKey<Int>(words[1]))) { $0.number = $1 })
            case ("set", 4, 2): try await set(words[1], numbers[0], size: numbers[1])
            case ("add", 2, _): try await add(words[1])
            case ("write", 5, 3): await writeForEver(words[1], from: numbers[0], size: numbers[1], growth: numbers[2])
            default: say(Answer(line: line, came: "unknown"))
            }
        } catch {
            refuse(line, error)
        }
    }

    // MARK: - Writing

    /// Returns the number, followed by letters that depend on it. The letters reveal a mixture of two values.
    private static func text(_ number: Int, size: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return "\(number) " + String(repeating: letters[number % letters.count], count: size)
    }

    private func set(_ key: String, _ number: Int, size: Int) async throws(StoreError) {
        try await store.set(Self.text(number, size: size), for: StoreKey<String>(key))
        say(Answer(line: "set \(key)", came: "done", number: number))
    }

    private func add(_ key: String) async throws(StoreError) {
        let sum = try await store.update(StoreKey<Int>(key)) { (value: inout Int?) throws(StoreError) in
            let sum = (value ?? 0) &+ 1
            value = sum
            return sum
        }
        say(Answer(line: "add \(key)", came: "done", number: sum))
    }

    private func setBoth(_ key: String, _ number: Int) async throws(StoreError) {
        try await store.transaction { transaction throws(StoreError) in
            try transaction.set(number, for: StoreKey<Int>("left-\(key)"))
            try transaction.set(number, for: StoreKey<Int>("right-\(key)"))
        }
        say(Answer(line: "both \(key)", came: "done", number: number))
    }

    /// Repeats three writes until the process is killed: a value, a shared counter, and two values in one transaction.
    private func writeForEver(_ key: String, from first: Int, size: Int, growth: Int) async {
        for number in first..<Int.max {
            do throws(StoreError) {
                try await set(key, number, size: size &+ growth &* number)
                try await add("sum")
                try await setBoth(key, number)
            } catch {
                return refuse("write \(key)", error)
            }
        }
    }

    // MARK: - Answering

    private func reading<Value>(
        _ line: String, _ reading: ProtectedReading<Value>, _ put: (inout Answer, Value) -> Void
    ) -> Answer {
        switch reading {
        case .absent: return Answer(line: line, came: "absent")
        case .unavailable(let why): return Answer(line: line, came: "unavailable", why: "\(reflecting: why)")
        case .value(let value):
            var answer = Answer(line: line, came: "value")
            put(&answer, value)
            return answer
        }
    }

    private func refuse(_ line: String, _ error: StoreError) {
        let why = error.unavailability.map { "\(reflecting: $0)" } ?? "\(error.cause)"
        say(Answer(line: line, came: "refused", why: why, errno: error.errno, path: error.path))
    }

    /// Writes the answer with one system call, so a killed process has written either a whole line or nothing.
    private func say(_ answer: Answer) {
        guard let bytes = try? encoder.encode(answer) else { return }
        let line = Array(bytes) + [UInt8(ascii: "\n")]
        _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }
}

extension DefaultStringInterpolation {
    /// Appends the name and the values of the enum's case, not the sentence that explains it.
    fileprivate mutating func appendInterpolation(reflecting why: Unavailability) {
        switch why {
        case .beforeFirstUnlock: appendInterpolation("beforeFirstUnlock")
        case .locked: appendInterpolation("locked")
        case .indeterminate(let number): appendInterpolation("indeterminate \(number)")
        case .lost: appendInterpolation("lost")
        case .damaged: appendInterpolation("damaged")
        case .newerVersion(let version): appendInterpolation("newerVersion \(version)")
        case .unreadable(let number): appendInterpolation("unreadable \(number)")
        case .busy: appendInterpolation("busy")
        default: appendInterpolation("\(why)")
        }
    }
}
