package import Sidereal
import SiderealCore
import SiderealPicture

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Proofs that Roughtime servers signed a false time. Each proof is a file `roughtime-proof-UTC.json` in the state
/// directory.
package struct RoughtimeProofs {
    /// A proof that this run found.
    package struct Proof: Sendable {
        /// The path of the proof's file, or `nil` if the proof was not saved.
        package let file: String?
        /// A sentence that tells the user about the proof. Escape it before you print it, because it can contain
        /// control characters.
        package let text: String
    }

    private static let prefix = "roughtime-proof-"
    /// The largest number of proof files in the directory. One file is enough to prove that a server lied. Without a
    /// limit, a lying server could fill the disk.
    private static let mostFiles = 16

    private let chain: TimeServer.RoughtimeChain
    private var seen = 0

    /// The paths of the files that this run made. An element is `nil` if the proof was not saved.
    package private(set) var files: [String?] = []

    package init(_ chain: TimeServer.RoughtimeChain = .ofThisProcess) { self.chain = chain }

    /// Saves new proofs and returns them. Call this method after the record has created the directory.
    package mutating func keep(in observatory: Observatory) -> [Proof] {
        let fresh = chain.proofs.dropFirst(seen)
        seen += fresh.count
        let kept = fresh.map { keep($0, in: observatory) }
        files += kept.map(\.file)
        return kept
    }

    private func keep(_ proof: TimeServer.RoughtimeChain.Proof, in observatory: Observatory) -> Proof {
        let directory = observatory.directory.path
        let text = "Roughtime servers contradict each other: at least one server signed a false time"
        guard let path = Self.freePath(in: directory, observatory) else {
            return Proof(
                file: nil,
                text: "\(text); the proof is not kept, because \(directory) already has \(Self.mostFiles) proofs")
        }
        do throws(CommandError) {
            try WholeFile.replace(path, with: proof.json)
            return Proof(file: path, text: "\(text); the proof is \(path); check it with siderealctl roughtime verify")
        } catch {
            return Proof(file: nil, text: "\(text); the proof could not be saved: \(error.message)")
        }
    }

    /// The member of the command's JSON that lists the proofs, or an empty list if there is no proof.
    package var json: [(String, JSON)] {
        files.isEmpty ? [] : [("roughtimeProofs", .list(files.map { $0.map(JSON.text) ?? .null }))]
    }

    /// Returns a path that contains the system clock's time. The time may be wrong, because it only distinguishes the
    /// files.
    private static func freePath(in directory: String, _ observatory: Observatory) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        guard names.count(where: { $0.hasPrefix(prefix) }) < mostFiles else { return nil }
        let wall = TrueInstant(nanoseconds: observatory.keeper.latest?.reading.wall.nanoseconds ?? 0)
        let time = Formatting.date(wall).filter { $0 != "-" && $0 != ":" }
        let candidates = (1...mostFiles).map { $0 == 1 ? "\(prefix)\(time).json" : "\(prefix)\(time)-\($0).json" }
        return candidates.first { !names.contains($0) }.map { directory + "/" + $0 }
    }
}
