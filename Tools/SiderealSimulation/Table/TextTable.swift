/// Rows of equal length, of which the first one is the head.
package enum TextTable {
    package static func aligned(_ rows: [[String]]) -> String {
        guard let head = rows.first else { return "" }
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        return lines.joined(separator: "\n")
    }

    static func markdown(_ rows: [[String]]) -> String {
        guard let head = rows.first else { return "" }
        var lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        lines.insert("|" + String(repeating: " --- |", count: head.count), at: 1)
        return lines.joined(separator: "\n")
    }
}
