/// An entry of systemd's journal: the text of an event, and the event's values as fields.
/// https://systemd.io/JOURNAL_NATIVE_PROTOCOL/
struct SystemdEntry {
    private(set) var bytes: [UInt8] = []

    init(_ event: Hook.Event, _ lines: [String], _ priority: Terminal.Priority) {
        add("PRIORITY", String(priority.rawValue))
        add("SYSLOG_IDENTIFIER", "siderealctl")
        add("MESSAGE", lines.joined(separator: "\n"))
        for (keys, value) in event.json.leaves {
            let name = (["sidereal"] + keys).map(SystemdEntry.upperCase).joined(separator: "_")
            if case .text(let text) = value { add(name, text) } else { add(name, value.line) }
        }
    }

    /// Returns the part of a field's name that stands for a key: CLOCK_STEP for clockStep.
    private static func upperCase(_ key: String) -> String {
        key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }

    private mutating func add(_ name: String, _ value: String) {
        bytes += name.utf8
        if value.utf8.contains(UInt8(ascii: "\n")) {
            // The length lets a value have several lines.
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value.utf8
        bytes.append(UInt8(ascii: "\n"))
    }
}
