import SiderealCore

/// The latest answers of Roughtime servers, and the answer from which each request was made.
///
/// A request is made from the latest answer at that time. Several requests that are on their way at once can be made
/// from the same answer. Then the order among them is not provable, but the order of each one and all before it is.
package struct RoughtimeHistory: Sendable {
    /// The basis of a request.
    package struct Beginning: Sendable, Equatable {
        package let nonce: [UInt8]
        /// The bytes that made the nonce from the answer, or `nil` if there was no answer.
        package let random: [UInt8]?
        /// The number of the answer from which the request was made.
        let parent: Int?
    }

    private struct Link: Sendable {
        let number: Int
        let parent: Int?
        let exchange: RoughtimeChain.Proof.Exchange
        let answer: RoughtimeAnswer
    }

    /// The latest answers, the newest last.
    private var links: [Link] = []
    private var added = 0
    /// Reports with two answers that contradict each other, each of two servers that no earlier report has.
    package private(set) var proofs: [RoughtimeChain.Proof] = []
    private var provenPairs: Set<[[UInt8]]> = []

    private static let mostLinks = 32
    private static let mostProofs = 4
    /// The length of reports, and of the search for contradictions: enough to show which servers agree.
    private static let mostInReport = 16

    package init() {}

    /// Returns the basis of the next request, from 32 random bytes, or `nil` if the platform's library fails.
    package func begin(random: [UInt8], _ cryptography: SignatureCryptography) -> Beginning? {
        guard let latest = links.last else { return Beginning(nonce: random, random: nil, parent: nil) }
        return RoughtimeChain.Proof.nonce(after: latest.exchange.response, random: random, cryptography).map {
            Beginning(nonce: $0, random: random, parent: latest.number)
        }
    }

    /// Adds an answer that was checked. Returns a proof if the answer contradicts an earlier one, unless these two
    /// servers are known to contradict each other.
    @discardableResult
    package mutating func add(
        _ answer: RoughtimeAnswer, _ response: [UInt8], to request: RoughtimeRequest, from publicKey: [UInt8],
        _ beginning: Beginning
    ) -> RoughtimeChain.Proof? {
        added &+= 1
        let exchange = RoughtimeChain.Proof.Exchange(
            publicKey: publicKey, random: beginning.random, request: request.bytes, response: response)
        links.append(Link(number: added, parent: beginning.parent, exchange: exchange, answer: answer))
        if links.count > Self.mostLinks { links.removeFirst() }
        return prove(lineage(of: added))
    }

    /// Returns an answer and those that it provably follows, the oldest first, as far as they are kept.
    private func lineage(of number: Int) -> [Link] {
        var lineage: [Link] = []
        var next: Int? = number
        while let number = next, lineage.count < Self.mostInReport,
            let link = links.last(where: { $0.number == number })
        {
            lineage.append(link)
            next = link.parent
        }
        return lineage.reversed()
    }

    /// Returns a report if the newest answer contradicts others, and not all of these pairs of servers are known.
    private mutating func prove(_ lineage: [Link]) -> RoughtimeChain.Proof? {
        guard proofs.count < Self.mostProofs, let newest = lineage.last else { return nil }
        let pairs = lineage.dropLast().filter { $0.answer.contradicts(later: newest.answer) }.map { earlier in
            [earlier.exchange.publicKey, newest.exchange.publicKey].sorted { $0.lexicographicallyPrecedes($1) }
        }
        guard !provenPairs.isSuperset(of: pairs) else { return nil }
        provenPairs.formUnion(pairs)
        // The answer before the oldest one is not part of the report.
        let report = RoughtimeChain.Proof(
            lineage.enumerated().map { index, link in
                RoughtimeChain.Proof.Exchange(
                    publicKey: link.exchange.publicKey, random: index == 0 ? nil : link.exchange.random,
                    request: link.exchange.request, response: link.exchange.response)
            })
        proofs.append(report)
        return report
    }
}
