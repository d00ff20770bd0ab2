import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Histories as files of JSON Lines. The first line is the setting, and each further line is an event.
package enum HistoryFile {
    /// An invalid line and its number. Numbers start at 1.
    package struct Malformed: Error, Sendable, Hashable {
        package var line: Int
        package var reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    private struct Head: Codable {
        var setting: HistorySetting
        var withStore: Bool
    }

    /// Returns the lines of a history. The first line also records whether the history runs with the app's settings and
    /// their disk.
    package static func lines(of history: History, withStore: Bool) -> [String] {
        [json(Head(setting: history.setting, withStore: withStore))] + history.events.map { json($0) }
    }

    private static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding numbers and strings can't fail.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// Returns the history that the lines contain. Ignores blank lines.
    package static func history(from lines: [[UInt8]]) throws(Malformed) -> (history: History, withStore: Bool) {
        var head: Head?
        var events: [HistoryEvent] = []
        for (place, line) in lines.enumerated() where !line.allSatisfy({ $0 == UInt8(ascii: " ") }) {
            if head == nil {
                head = try decode(Head.self, line, place)
            } else {
                events.append(try decode(HistoryEvent.self, line, place))
            }
        }
        guard let head else { throw Malformed(line: 1, reason: "the setting is missing") }
        let history = History(setting: head.setting, events: events)
        guard history.isSane else {
            throw Malformed(line: 1, reason: "a number exceeds 10 years, or the sum of all numbers exceeds 200 years")
        }
        return (history, head.withStore)
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ line: [UInt8], _ place: Int
    ) throws(Malformed) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(line))
        } catch let error as DecodingError {
            throw Malformed(line: place + 1, reason: reason(error, of: "history"))
        } catch {
            throw Malformed(line: place + 1, reason: "\(error)")
        }
    }

    static func reason(_ error: DecodingError, of what: String) -> String {
        switch error {
        case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "not a line of a \(what): \(context.debugDescription)"
                : "\"\(context.codingPath.map { $0.stringValue }.joined(separator: "."))\": \(context.debugDescription)"
        @unknown default: "not a line of a \(what)"
        }
    }
}

extension History {
    /// A Boolean value that indicates whether all numbers and their sum are far from the limits of a 64-bit integer.
    var isSane: Bool {
        setting.servers.count < 64 && (0...Self.most).contains(setting.upFor) && events.count <= 1_000
            && (-1_000...1_000).contains(setting.crystal) && (-1_000...1_000).contains(setting.batteryCrystal)
            && (0...Self.most).contains(setting.bootTakes) && (0...Self.most).contains(setting.powerManagementAge)
            && setting.servers.allSatisfy { abs(clamping: $0.error) <= Self.most && (0...Self.most).contains($0.lie) }
            && setting.servers.allSatisfy { abs(clamping: $0.stoppedAt ?? 0) <= Self.most }
            && setting.servers.allSatisfy { (1...100).contains($0.sources) && (1...100).contains($0.operators) }
            && events.allSatisfy { $0.numbers.allSatisfy { abs(clamping: $0) <= Self.most } }
            && events.allSatisfy { $0.observer.map { (0..<8).contains($0) } ?? true }
            && events.reduce(setting.upFor) { $1.numbers.reduce($0) { $0.addingSaturated(abs(clamping: $1)) } }
                <= 20 * Self.most
    }

    /// The limit of each number: ten years in milliseconds. The sum of a history's numbers is at most twenty times
    /// this limit.
    static let most: Int64 = 10 * 366 * 86_400_000

    private func abs(clamping number: Int64) -> Int64 { number == .min ? .max : Swift.abs(number) }
}

extension HistoryEvent {
    fileprivate var observer: Int? {
        switch self {
        case .launch(let observer, _, _), .turnTo(let observer): observer
        default: nil
        }
    }

    /// The event's numbers, which ``alterNumbers(_:)`` changes.
    var numbers: [Int64] {
        var event = self
        var numbers: [Int64] = []
        event.alterNumbers { number in
            numbers.append(number)
            return number
        }
        return numbers
    }
}
