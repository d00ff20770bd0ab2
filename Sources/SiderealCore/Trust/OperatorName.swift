/// Guesses who runs a host from its name: the registrable domain, as far as that can be told without the list of all
/// public suffixes.
///
/// Too few labels put two operators together, which costs a voice; too many would give one operator two.
package func operatorName(ofHost host: String) -> String {
    var name = host.lowercased()
    // By scalars: a dot before a combining mark is another `Character`.
    while name.unicodeScalars.last == "." { name.unicodeScalars.removeLast() }
    let labels = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { Substring($0) }
    let isAddress =
        name.utf8.contains(UInt8(ascii: ":"))
        || labels.last.map { !$0.isEmpty && $0.allSatisfy { $0.isNumber } } ?? false
    guard labels.count > 2, !isAddress else { return name }
    // "co.uk" and "com.au" are shared, "example.de" is somebody's.
    let isShared = labels[labels.count - 1].utf8.count == 2 && labels[labels.count - 2].utf8.count <= 3
    return labels.suffix(isShared ? 3 : 2).joined(separator: ".")
}
