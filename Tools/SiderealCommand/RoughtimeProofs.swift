import Sidereal
import SiderealCore
import SiderealPicture

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Proofs that Roughtime servers signed a false time, kept in the state directory as `roughtime-proof-UTC.json`.
struct RoughtimeProofs {
    private static let prefix = "roughtime-proof-"
    /// How many files are kept: a server that lies once lies again, and one file convicts it.
    private static let mostFiles = 16

    private let chain: RoughtimeChain
    private var seen = 0

    /// The files that this run made, or nil for each proof that was not kept.
    private(set) var files: [String?] = []

    init(_ chain: RoughtimeChain = .ofThisProcess) { self.chain = chain }

    /// Keeps what is new, and says so on standard error; to be called when the record has made the directory.
    mutating func keep(in observatory: Observatory, _ terminal: Terminal) {
        let fresh = chain.proofs.dropFirst(seen)
        seen += fresh.count
        for proof in fresh {
            let directory = observatory.directory.path
            let text = "Roughtime servers contradict each other: one of them signed a false time"
            guard let path = Self.freePath(in: directory, observatory) else {
                files.append(nil)
                terminal.writeError("siderealctl: \(text); \(directory) has \(Self.mostFiles) proofs already")
                continue
            }
            do throws(CommandError) {
                try WholeFile.replace(path, with: proof.json)
                files.append(path)
                terminal.writeError(
                    "siderealctl: \(text); the proof is \(Terminal.visible(path)), for siderealctl roughtime verify")
            } catch {
                files.append(nil)
                terminal.writeError("siderealctl: \(text); the proof is not kept: \(error.message)")
            }
        }
    }

    /// A member of the JSON that a command prints; none where there is no proof.
    var json: [(String, JSON)] {
        files.isEmpty ? [] : [("roughtimeProofs", .list(files.map { $0.map(JSON.text) ?? .null }))]
    }

    /// By the system clock, which may be wrong: the name only keeps proofs apart.
    private static func freePath(in directory: String, _ observatory: Observatory) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        guard names.count(where: { $0.hasPrefix(prefix) }) < mostFiles else { return nil }
        let wall = TrueInstant(nanoseconds: observatory.keeper.latest?.reading.wall.nanoseconds ?? 0)
        let time = Formatting.date(wall).filter { $0 != "-" && $0 != ":" }
        let candidates = (1...mostFiles).map { $0 == 1 ? "\(prefix)\(time).json" : "\(prefix)\(time)-\($0).json" }
        return candidates.first { !names.contains($0) }.map { directory + "/" + $0 }
    }
}
