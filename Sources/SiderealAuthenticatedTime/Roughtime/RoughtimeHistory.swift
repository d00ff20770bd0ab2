import SiderealCore

/// The latest answers from Roughtime servers. For each answer, the history also stores the earlier answer from which
/// its request derives.
///
/// A request derives from the answer that is the latest when the source makes the request. If several requests are
/// waiting for their answers at the same time, the requests can derive from the same answer. Then you can't prove the
/// order of their answers. You can still prove that each of their answers is later than the answer from which its
/// request derives.
package struct RoughtimeHistory: Sendable {
    /// A request's nonce, and the data that the nonce derives from.
    package struct Beginning: Sendable, Equatable {
        package let nonce: [UInt8]
        /// The random bytes that the nonce derives from, together with an earlier answer. The value is `nil` if there
        /// was no earlier answer.
        package let random: [UInt8]?
        /// The number of the answer from which the request derives.
        let parent: Int?
    }

    private struct Link: Sendable {
        let number: Int
        let parent: Int?
        let exchange: TimeServer.RoughtimeChain.Proof.Exchange
        let answer: RoughtimeAnswer
    }

    /// The latest answers, the newest last.
    private var links: [Link] = []
    private var added = 0
    /// Reports with answers that contradict each other. Each report shows a pair of servers that no earlier report
    /// shows.
    package private(set) var proofs: [TimeServer.RoughtimeChain.Proof] = []
    private var provenPairs: Set<[[UInt8]]> = []

    private static let mostLinks = 32
    private static let mostProofs = 4
    /// The maximum number of answers in a report, and in the search for contradictions. Sixteen answers are enough to
    /// show which servers agree.
    private static let mostInReport = 16

    package init() {}

    /// Returns the basis of the next request, from 32 random bytes, or `nil` if the platform's library fails.
    package func begin(random: [UInt8], _ cryptography: SignatureCryptography) -> Beginning? {
        guard let latest = links.last else { return Beginning(nonce: random, random: nil, parent: nil) }
        return TimeServer.RoughtimeChain.Proof.nonce(after: latest.exchange.response, random: random, cryptography).map
        {
            Beginning(nonce: $0, random: random, parent: latest.number)
        }
    }

    /// Adds a verified answer. Returns a proof if the answer contradicts an earlier answer, unless an earlier proof
    /// shows the same two servers.
    @discardableResult
    package mutating func add(
        _ answer: RoughtimeAnswer, _ response: [UInt8], to request: RoughtimeRequest, from publicKey: [UInt8],
        _ beginning: Beginning
    ) -> TimeServer.RoughtimeChain.Proof? {
        added &+= 1
        let exchange = TimeServer.RoughtimeChain.Proof.Exchange(
            publicKey: publicKey, random: beginning.random, request: request.bytes, response: response)
        links.append(Link(number: added, parent: beginning.parent, exchange: exchange, answer: answer))
        if links.count > Self.mostLinks { links.removeFirst() }
        return prove(lineage(of: added))
    }

    /// Returns an answer and the earlier answers that it provably follows, the oldest first. The history stores only
    /// the latest answers, so the oldest answers can be missing.
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

    /// Returns a report if the newest answer contradicts an earlier answer, and no earlier report shows that pair of
    /// servers.
    private mutating func prove(_ lineage: [Link]) -> TimeServer.RoughtimeChain.Proof? {
        guard proofs.count < Self.mostProofs, let newest = lineage.last else { return nil }
        let pairs = lineage.dropLast().filter { $0.answer.contradicts(later: newest.answer) }.map { earlier in
            [earlier.exchange.publicKey, newest.exchange.publicKey].sorted { $0.lexicographicallyPrecedes($1) }
        }
        guard !provenPairs.isSuperset(of: pairs) else { return nil }
        provenPairs.formUnion(pairs)
        // The report begins with the oldest answer in `lineage`. The report has no previous answer for it.
        let report = TimeServer.RoughtimeChain.Proof(
            lineage.enumerated().map { index, link in
                TimeServer.RoughtimeChain.Proof.Exchange(
                    publicKey: link.exchange.publicKey, random: index == 0 ? nil : link.exchange.random,
                    request: link.exchange.request, response: link.exchange.response)
            })
        proofs.append(report)
        return report
    }
}
