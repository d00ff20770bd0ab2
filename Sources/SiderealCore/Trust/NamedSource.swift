/// A source of the time that the app asks, or listens to, as the app itself says.
package struct NamedSource: Sendable, Equatable {
    /// What is asked, or answers: ``TimeSample/source``. An empty name stands for all sources of the operator that are
    /// not named one by one.
    package var name: String
    /// Who runs it: ``TimeSample/operator``.
    package var `operator`: String
    /// Whether its exchanges prove who answered.
    package var isAuthenticated: Bool

    /// A source; without its name, all of the operator's.
    package init(_ name: String? = nil, of operator: String, isAuthenticated: Bool) {
        self.name = name ?? ""
        self.operator = `operator`
        self.isAuthenticated = isAuthenticated
    }

    /// For people.
    package var shownName: String { name.isEmpty ? `operator` : name }

    /// Names are the same where their bytes are.
    package static func == (left: NamedSource, right: NamedSource) -> Bool {
        left.isAuthenticated == right.isAuthenticated && ExactName(left.operator) == ExactName(right.operator)
            && ExactName(left.name) == ExactName(right.name)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(name))
        hasher.combine(ExactName(self.operator))
        hasher.combine(isAuthenticated)
    }
}

/// The operator of a host, by its name: hosts whose last two labels are equal are of one operator.
///
/// So two owners under `co.uk` are put together, which costs a vote. To part one owner in two would give it two.
package func operatorName(ofHost host: String) -> String {
    var name = host.lowercased()
    // By scalars: a dot before a combining mark is another `Character`.
    while name.unicodeScalars.last == "." { name.unicodeScalars.removeLast() }
    let labels = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { Substring($0) }
    let isAddress =
        name.utf8.contains(UInt8(ascii: ":"))
        || labels.last.map { !$0.isEmpty && $0.allSatisfy { $0.isNumber } } ?? false
    return isAddress ? name : labels.suffix(2).joined(separator: ".")
}
