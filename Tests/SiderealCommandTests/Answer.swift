import Foundation
import Testing

/// The stable keys of `--json`, each with its type. A key without a value is null rather than absent.
struct Answer: Decodable {
    struct Boot: Decodable, Equatable {
        let verdict: String
        let certainty: String?
        let evidence: String
        let reason: String
        let settled: Bool
        let clockStepNanoseconds: Int64?
    }

    struct SystemClock: Decodable {
        let verdict: String
        let atLeastNanoseconds: Int64?
        let atMostNanoseconds: Int64?
        let authenticated: Bool
    }

    struct Trusted: Decodable {
        let kind: String
        let earliestNanoseconds: Int64?
        let latestNanoseconds: Int64?
        let authenticated: Bool
        let corroborated: Bool
        let earliestSupport: String?
        let latestSupport: String?
        let assumesSameBoot: Bool
    }

    struct Source: Decodable {
        let source: String
        let kind: String
        let `operator`: String
        let authenticated: Bool
        let outcome: String
        let reason: String?
        let message: String?
        let contradictedBy: [String]
        let requests: Int
        let roundTripNanoseconds: Int64?
        let earliestNanoseconds: Int64?
        let latestNanoseconds: Int64?
    }

    struct Settled: Decodable {
        let observer: String
        let boot: Boot
    }

    struct Reading: Decodable {
        let wallNanoseconds: Int64
        let elapsedNanoseconds: Int64
        let awakeNanoseconds: Int64
        let kernelBootTimeNanoseconds: Int64
        let bootIdentity: String
    }

    let version: Int?
    let line: Int?
    let boot: Boot?
    let systemClock: SystemClock
    let trusted: Trusted
    let sources: [Source]?
    let settled: [Settled]?
    let reading: Reading?

    static let keysOfSource: Set = [
        "source", "kind", "operator", "authenticated", "outcome", "reason", "message", "requests",
        "roundTripNanoseconds", "earliestNanoseconds", "latestNanoseconds", "contradictedBy",
    ]

    static let keysBelow: [String: Set<String>] = [
        "boot": ["verdict", "certainty", "evidence", "reason", "settled", "clockStepNanoseconds"],
        "systemClock": ["verdict", "atLeastNanoseconds", "atMostNanoseconds", "authenticated"],
        "trusted": [
            "kind", "earliestNanoseconds", "latestNanoseconds", "authenticated", "corroborated", "assumesSameBoot",
            "assumesNoPause",
            "earliestSupport", "latestSupport",
        ],
        "reading": [
            "wallNanoseconds", "elapsedNanoseconds", "awakeNanoseconds", "kernelBootTimeNanoseconds", "bootIdentity",
        ],
    ]

    /// Expects that an object holds exactly these keys, and the objects under them those of this type.
    static func expectKeys(_ keys: Set<String>, in line: String, location: SourceLocation = #_sourceLocation) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(Set(object.keys) == keys, sourceLocation: location)
        for (key, expected) in keysBelow {
            guard let inner = object[key] as? [String: Any] else { continue }
            #expect(Set(inner.keys) == expected, "\(key)", sourceLocation: location)
        }
        for source in object["sources"] as? [[String: Any]] ?? [] {
            #expect(Set(source.keys) == keysOfSource, sourceLocation: location)
        }
    }
}
