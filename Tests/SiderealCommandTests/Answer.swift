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
        let atLeastSeconds: Double?
        let atMostNanoseconds: Int64?
        let atMostSeconds: Double?
        let authenticated: Bool
    }

    struct Trusted: Decodable {
        let kind: String
        let earliestNanoseconds: Int64?
        let earliestSeconds: Double?
        let latestNanoseconds: Int64?
        let latestSeconds: Double?
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
        let earliestSeconds: Double?
        let latestNanoseconds: Int64?
        let latestSeconds: Double?
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

    /// Expects that the bounds in seconds are true whenever the bounds in nanoseconds are.
    func expectTrueSeconds(location: SourceLocation = #_sourceLocation) {
        let sources = sources ?? []
        let lower =
            [
                (trusted.earliestSeconds, trusted.earliestNanoseconds),
                (systemClock.atLeastSeconds, systemClock.atLeastNanoseconds),
            ] + sources.map { ($0.earliestSeconds, $0.earliestNanoseconds) }
        let upper =
            [
                (trusted.latestSeconds, trusted.latestNanoseconds),
                (systemClock.atMostSeconds, systemClock.atMostNanoseconds),
            ] + sources.map { ($0.latestSeconds, $0.latestNanoseconds) }
        for case (let seconds?, let count?) in lower {
            #expect(SecondsTests.order(of: seconds, to: count) <= 0, "\(seconds) \(count)", sourceLocation: location)
        }
        for case (let seconds?, let count?) in upper {
            #expect(SecondsTests.order(of: seconds, to: count) >= 0, "\(seconds) \(count)", sourceLocation: location)
        }
    }

    /// Expects that an object holds exactly these keys, and the objects under them those of this type. Beside each key
    /// in nanoseconds there is one in seconds.
    static func expectKeys(_ keys: Set<String>, in line: String, location: SourceLocation = #_sourceLocation) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        expectMembers(object, keys, location)
        for (key, expected) in keysBelow {
            guard let inner = object[key] as? [String: Any] else { continue }
            expectMembers(inner, expected, location)
        }
        for source in object["sources"] as? [[String: Any]] ?? [] {
            expectMembers(source, keysOfSource, location)
        }
    }

    private static func expectMembers(_ object: [String: Any], _ keys: Set<String>, _ location: SourceLocation) {
        let times = keys.filter { $0.hasSuffix("Nanoseconds") }
        #expect(Set(object.keys) == keys.union(times.map(inSeconds)), sourceLocation: location)
        for key in times {
            let (count, seconds) = (object[key] as? Int64, object[inSeconds(key)] as? Double)
            #expect((count == nil) == (seconds == nil), "\(key)", sourceLocation: location)
            guard let count, let seconds else { continue }
            // JSONSerialization reads long numbers inexactly.
            #expect(abs(seconds - Double(count) / 1e9) <= 4 * seconds.ulp, "\(key)", sourceLocation: location)
        }
    }

    private static func inSeconds(_ key: String) -> String { key.replacing("Nanoseconds", with: "Seconds") }
}
