import Sidereal
import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which servers want not to be asked for now (RATE, 429, 503), or never again (DENY, RSTR), kept from run to run in
/// the state directory: a client that goes on asking is banned for good, with all others behind its address.
///
/// For a day at most by the system clock, since anybody on the way can forge a refusal. Who knows better removes the
/// file.
struct RefusalsFile {
    private static let name = "refused"
    private static let longestSilence = Nanoseconds.seconds(86_400)

    /// One line: how a server refused, when, and for how long, in seconds since 1970 and in seconds.
    private struct Entry: Equatable {
        var word: ServerRefusals.Word
        var heard: Int64
        var silence: Int64
    }

    private let path: String
    private let refusals: ServerRefusals
    private let observatory: Observatory
    private var known: [ExactName: Entry] = [:]
    /// What the file says, as it was recorded.
    private var loaded: [ExactName: ServerRefusals.Refusal] = [:]

    /// Reads what earlier runs heard, so that none of these servers is asked.
    init(in observatory: Observatory, _ refusals: ServerRefusals = .ofThisProcess) throws(CommandError) {
        path = observatory.directory.path + "/" + Self.name
        self.refusals = refusals
        self.observatory = observatory
        let now = Self.seconds(observatory)
        guard try Terminal.exists(path) else { return }
        var lines = try LineReader(path: path, isConfiguration: true)
        var number = 0
        while let line = try lines.next() {
            number += 1
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 4, let word = Self.word(words[0]), let heard = Int64(words[2]),
                let silence = Int64(words[3]), silence >= 0
            else {
                throw .badData("\(path): line \(number): it is no refusal of a server; remove the file to go on")
            }
            // A clock that was set back since then does not prolong it.
            let (age, isOver) = now.subtractingReportingOverflow(heard)
            guard !isOver, age >= 0, age < min(silence, Self.longestSilence.count / 1_000_000_000) else { continue }
            known[ExactName(String(words[1]))] = Entry(word: word, heard: heard, silence: silence)
        }
        let elapsed = observatory.stamp().elapsed
        for (server, entry) in known {
            let left = entry.word.isLasting ? nil : Nanoseconds.seconds(entry.silence - (now - entry.heard))
            refusals.record(entry.word, for: left, by: server, at: elapsed)
        }
        loaded = refusals.all(at: elapsed)
    }

    /// Keeps what holds now, once the record has made the directory. That it can't be kept is no error: the next run
    /// hears it again.
    mutating func save() {
        let (now, elapsed) = (Self.seconds(observatory), observatory.stamp().elapsed)
        let all = refusals.all(at: elapsed)
        let entries = all.map { server, refusal -> (ExactName, Entry) in
            if let entry = known[server], loaded[server] == refusal { return (server, entry) }
            let silence = refusal.end.map { min($0 - elapsed, Self.longestSilence) } ?? Self.longestSilence
            return (server, Entry(word: refusal.word, heard: now, silence: silence.secondsRoundedUp))
        }
        let kept = Dictionary(entries) { $1 }
        guard kept != known else { return }
        let lines = kept.sorted { $0.key.text < $1.key.text }.map { server, entry in
            "\(Self.name(of: entry.word)) \(server.text) \(entry.heard) \(entry.silence)"
        }
        guard (try? WholeFile.replace(path, with: lines.joined(separator: "\n"))) != nil else { return }
        (known, loaded) = (kept, all)
    }

    /// The system clock, in seconds since 1970.
    private static func seconds(_ observatory: Observatory) -> Int64 {
        (observatory.keeper.latest?.reading.wall.nanoseconds ?? 0) / 1_000_000_000
    }

    private static func word(_ text: Substring) -> ServerRefusals.Word? {
        switch text {
        case "DENY": .kiss(.deny)
        case "RSTR": .kiss(.restricted)
        case "RATE": .kiss(.rate)
        default: Int(text).flatMap { (400...599).contains($0) ? .status($0) : nil }
        }
    }

    private static func name(of word: ServerRefusals.Word) -> String {
        switch word {
        case .kiss(.deny): "DENY"
        case .kiss(.restricted): "RSTR"
        case .kiss: "RATE"
        case .status(let status): "\(status)"
        }
    }
}
