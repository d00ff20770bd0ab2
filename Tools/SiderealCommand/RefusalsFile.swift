import Sidereal
import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which NTP servers want never to be asked again (DENY, RSTR), kept from run to run in the state directory: a client
/// that goes on asking is banned for good, with all others behind its address.
///
/// For a day by the system clock, since anybody on the way can forge a refusal. Who knows better removes the file.
struct RefusalsFile {
    private static let name = "refused"
    private static let secondsOfSilence: Int64 = 86_400

    private let path: String
    private let refusals: NTPRefusals
    /// The system clock, in seconds since 1970.
    private let now: Int64
    /// By the servers: when each of them refused, and how, as the file has it.
    private var known: [ExactName: (kiss: NTPKiss, seconds: Int64)] = [:]

    /// Reads what earlier runs heard, so that none of these servers is asked.
    init(in observatory: Observatory, _ refusals: NTPRefusals = .ofThisProcess) throws(CommandError) {
        path = observatory.directory.path + "/" + Self.name
        self.refusals = refusals
        now = (observatory.keeper.latest?.reading.wall.nanoseconds ?? 0) / 1_000_000_000
        guard try Terminal.exists(path) else { return }
        var lines = try LineReader(path: path, isConfiguration: true)
        var number = 0
        while let line = try lines.next() {
            number += 1
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 3, let kiss = Self.kiss(words[0]), let seconds = Int64(words[2]) else {
                throw .badData("\(path): line \(number): it is no refusal of a server; remove the file to go on")
            }
            // A clock that was set back since then does not prolong it.
            let (age, isOver) = now.subtractingReportingOverflow(seconds)
            guard !isOver, (0...Self.secondsOfSilence).contains(age) else { continue }
            known[ExactName(String(words[1]))] = (kiss, seconds)
        }
        for (server, entry) in known { refusals.record(entry.kiss, by: server, at: ElapsedInstant(nanoseconds: 0)) }
    }

    /// Keeps what was heard since then, once the record has made the directory. That it can't be kept is no error: the
    /// next run hears it again.
    mutating func save() {
        let heard = refusals.lasting.filter { known[$0.server] == nil }
        if heard.isEmpty { return }
        var all = known
        for (server, kiss) in heard { all[server] = (kiss, now) }
        let lines = all.sorted { $0.key.text < $1.key.text }.map { server, entry in
            "\(entry.kiss == .deny ? "DENY" : "RSTR") \(server.text) \(entry.seconds)"
        }
        guard (try? WholeFile.replace(path, with: lines.joined(separator: "\n"))) != nil else { return }
        known = all
    }

    private static func kiss(_ word: Substring) -> NTPKiss? {
        switch word {
        case "DENY": .deny
        case "RSTR": .restricted
        default: nil
        }
    }
}
