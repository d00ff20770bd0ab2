import Sidereal
import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file that lists the servers that refuse requests temporarily (RATE, 429, 503) or permanently (DENY, RSTR). The
/// file is in the state directory, and later runs of the command read it. If a client continues to ask a refusing
/// server, the server can permanently ban the client's address, and all other clients that share this address.
///
/// A refusal in the file expires after one day at most, by the system clock, because anyone on the network path can
/// forge a refusal. To ask a server earlier, remove the file.
struct RefusalsFile {
    private static let name = "refused"
    private static let longestSilence = Nanoseconds.seconds(86_400)

    /// One line of the file: the kind of a server's refusal, its time in seconds since 1970, its length in seconds, and
    /// the number of consecutive refusals.
    private struct Entry: Equatable {
        var word: ServerRefusals.Word
        var heard: Int64
        var silence: Int64
        var times: Int
    }

    private let path: String
    private let refusals: ServerRefusals
    private let observatory: Observatory
    /// The refusals that the file contained when this run read the file.
    private var loaded: [ExactName: ServerRefusals.Refusal] = [:]

    /// Reads the refusals of earlier runs, so this run doesn't ask the refusing servers.
    init(in observatory: Observatory, _ refusals: ServerRefusals = .ofThisProcess) throws(CommandError) {
        path = observatory.directory.path + "/" + Self.name
        self.refusals = refusals
        self.observatory = observatory
        let (now, elapsed) = clock
        let held = refusals.all(at: elapsed)
        for (server, entry) in try entries(at: now) where held[server] == nil {
            let left = entry.word.isLasting ? nil : Nanoseconds.seconds(entry.silence - (now - entry.heard))
            refusals.record(entry.word, for: left, by: server, at: elapsed, times: entry.times)
        }
        loaded = refusals.all(at: elapsed)
    }

    /// Returns the entries of the file that have not expired.
    private func entries(at now: Int64) throws(CommandError) -> [ExactName: Entry] {
        guard try Terminal.exists(path) else { return [:] }
        var entries: [ExactName: Entry] = [:]
        var lines = try LineReader(path: path, isConfiguration: true)
        var number = 0
        while let line = try lines.next() {
            number += 1
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 5, let word = Self.word(words[0]), let heard = Int64(words[2]),
                let silence = Int64(words[3]), silence >= 0, let times = Int(words[4]), (1...1_000).contains(times)
            else {
                throw .badData("\(path): line \(number): the line is not a refusal; remove the file to continue")
            }
            // Setting the system clock back does not prolong a refusal.
            let (age, isOver) = now.subtractingReportingOverflow(heard)
            guard !isOver, age >= 0, age < min(silence, Self.longestSilence.count / 1_000_000_000) else { continue }
            entries[ExactName(String(words[1]))] = Entry(word: word, heard: heard, silence: silence, times: times)
        }
        return entries
    }

    /// Saves the current refusals, and keeps the refusals that other processes have saved. Call this method after the
    /// record has created the directory. Ignores an error, because the server refuses the next run's request again.
    mutating func save() {
        let (now, elapsed) = clock
        guard let kept = try? entries(at: now) else { return }
        let all = refusals.all(at: elapsed)
        var entries = kept
        for (server, refusal) in all where loaded[server] != refusal {
            let silence = refusal.end.map { min($0 - elapsed, Self.longestSilence) } ?? Self.longestSilence
            entries[server] = Entry(
                word: refusal.word, heard: now, silence: silence.secondsRoundedUp, times: min(refusal.times, 1_000))
        }
        loaded = all
        guard entries != kept else { return }
        let lines = entries.sorted { $0.key.text < $1.key.text }.map { server, entry in
            "\(Self.name(of: entry.word)) \(server.text) \(entry.heard) \(entry.silence) \(entry.times)"
        }
        try? WholeFile.replace(path, with: lines.joined(separator: "\n"))
    }

    /// The system clock now, in seconds since 1970, and the elapsed clock at the same moment.
    private var clock: (seconds: Int64, elapsed: ElapsedInstant) {
        let elapsed = observatory.elapsed()
        guard let latest = observatory.keeper.latest?.reading else { return (0, elapsed) }
        return ((latest.wall + (elapsed - latest.elapsed)).nanoseconds / 1_000_000_000, elapsed)
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
