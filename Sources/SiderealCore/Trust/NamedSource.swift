/// A source of the time that the app queries or listens to, as the app names it.
package struct NamedSource: Sendable, Equatable {
    /// The name of the source: ``TimeSample/source``. An empty name stands for all sources of the operator that are not
    /// named one by one.
    package var name: String
    /// The operator of the source: ``TimeSample/operator``.
    package var `operator`: String
    /// Indicates whether exchanges with the source prove who answered.
    package var isAuthenticated: Bool

    /// Creates a source or, without a name, an entry for all sources of the operator.
    package init(_ name: String? = nil, of operator: String, isAuthenticated: Bool) {
        self.name = name ?? ""
        self.operator = `operator`
        self.isAuthenticated = isAuthenticated
    }

    /// The name to show to a person.
    package var shownName: String { name.isEmpty ? `operator` : name }

    /// Names are equal if their bytes are.
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

/// Returns the operator of a host by its name: hosts whose last two labels are equal are of one operator.
///
/// This joins two owners under `co.uk`, which costs a vote. Splitting one owner in two would give it two votes.
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
