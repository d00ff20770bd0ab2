/// Rows of equal length, of which the first one is the head.
enum TextTable {
    static func aligned(_ rows: [[String]]) -> String {
        guard let head = rows.first else { return "" }
        let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
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
