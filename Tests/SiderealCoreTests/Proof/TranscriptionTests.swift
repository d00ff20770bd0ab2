import Foundation
import SiderealCore
import TestSupport
import Testing

/// `Scripts/proof-check` proves promises of a transcription of this code. Both must give the same answers.
///
/// The environment variable SIDEREAL_VECTORS names another file in place of the one in the repository.
@Suite("the code compared with its transcription for the proofs") struct TranscriptionTests {
    static let kept = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/transcription.jsonl")

    static var file: URL {
        ProcessInfo.processInfo.environment["SIDEREAL_VECTORS"].map { URL(filePath: $0) } ?? kept
    }

    static var kinds: [String: any TranscribedVector.Type] {
        [
            "change": ChangeVector.self, "sinceBoot": SinceBootVector.self, "carried": CarriedVector.self,
            "floor": FloorVector.self, "highest": HighestVector.self, "floorOver": FloorOverVector.self,
            "comparison": ComparisonVector.self, "between": BetweenVector.self, "judgement": JudgementVector.self,
        ]
    }

    static let mostIssues = 20

    @Test("the code gives the same answers as its transcription, for every kind of question", .computesForLong)
    func theCodeAnswersAsItsTranscription() throws {
        let lines = try Data(contentsOf: Self.file).split(separator: UInt8(ascii: "\n"))
        let kinds = Self.kinds
        var counts: [String: Int] = [:]
        var issues = 0
        for (number, line) in lines.enumerated() where issues < Self.mostIssues {
            let line = Data(line)
            let kind = try JSONDecoder().decode(VectorKind.self, from: line).kind
            let vector = try #require(kinds[kind], "line \(number + 1) is of an unknown kind, '\(kind)'")
            counts[kind, default: 0] += 1
            guard let difference = try vector.difference(in: line) else { continue }
            Issue.record("line \(number + 1), \(kind): \(difference)")
            issues += 1
        }
        if issues == 0 { #expect(counts.count == kinds.count, "every kind must occur, and just \(counts) did") }
    }
}

struct VectorKind: Decodable {
    let kind: String
}

/// Inputs with the transcription's answer.
protocol TranscribedVector: Decodable {
    associatedtype Answer: Decodable, Equatable

    var answer: Answer { get }
    /// The code's answer.
    var computed: Answer { get throws }
}

extension TranscribedVector {
    /// Returns the difference between the code and its transcription in one line of the file, or `nil` if they agree.
    static func difference(in line: Data) throws -> String? {
        let vector = try JSONDecoder().decode(Self.self, from: line)
        let computed = try vector.computed
        return computed == vector.answer ? nil : "the code answers \(computed), its transcription \(vector.answer)"
    }
}
