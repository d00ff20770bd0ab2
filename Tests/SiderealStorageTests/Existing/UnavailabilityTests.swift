import Foundation
import SiderealCore
import SiderealStorage
import Testing

@Suite("unavailability as an error") struct UnavailabilityTests {
    static let all: [Unavailability] = [
        .beforeFirstUnlock, .locked, .indeterminate(errno: 5), .lost, .damaged, .newerVersion(2),
        .unreadable(errno: 13), .busy, .undecodable(reason: "string, asked for as Int"), .stale, .unproven,
        .notMigrated, .refused(status: -34018),
    ]

    @Test("each reason says what failed, why, and what to do", arguments: all)
    func texts(_ reason: Unavailability) throws {
        let error: any LocalizedError = reason
        #expect(error.localizedDescription == "The stored value is unavailable: \(reason)")
        #expect(error.failureReason == reason.description)
        let suggestion = try #require(error.recoverySuggestion)
        #expect(suggestion.hasSuffix(".") && suggestion.first?.isUppercase == true)
    }
}
