/// A source of the time that the app queries or listens to, as the app names it.
package struct NamedSource: Sendable, Equatable {
    /// The name of the source: ``TimeSample/source``. An empty name stands for all sources of the operator that the app
    /// does not name individually.
    package var name: String
    /// The operator of the source: ``TimeSample/operator``.
    package var `operator`: String
    /// A Boolean value that indicates whether exchanges with the source prove who answered.
    package var isAuthenticated: Bool

    /// Creates a source. Without a name, the source stands for all other sources of the operator.
    package init(_ name: String? = nil, of operator: String, isAuthenticated: Bool) {
        self.name = name ?? ""
        self.operator = `operator`
        self.isAuthenticated = isAuthenticated
    }

    /// The name to show to a person.
    package var shownName: String { name.isEmpty ? `operator` : name }

    /// Compares the names byte by byte.
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

/// Returns the operator of a host by its name. Hosts with the same last two labels belong to one operator.
///
/// So two owners under `co.uk` have only one vote together. If the rule split one owner in two, the owner would have
/// two votes, which is worse.
package func operatorName(ofHost host: String) -> String {
    var name = host.lowercased()
    // Removes scalars, because a dot before a combining mark is another `Character`.
    while name.unicodeScalars.last == "." { name.unicodeScalars.removeLast() }
    let labels = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { Substring($0) }
    let isAddress =
        name.utf8.contains(UInt8(ascii: ":"))
        || labels.last.map { !$0.isEmpty && $0.allSatisfy { $0.isNumber } } ?? false
    return isAddress ? name : labels.suffix(2).joined(separator: ".")
}
