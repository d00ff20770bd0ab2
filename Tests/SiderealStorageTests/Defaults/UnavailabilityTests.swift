import Foundation
import SiderealBase
import SiderealStorage
import Testing

@Suite("unavailability as an error") struct UnavailabilityTests {
    static let all: [Unavailability] = [
        .beforeFirstUnlock, .locked, .indeterminate(errno: 5), .lost, .damaged, .newerVersion(2),
        .unreadable(errno: 13), .busy, .undecodable(reason: "string, but the app reads it as Int"), .stale, .unproven,
        .notMigrated, .needsAuthentication, .refused(status: -34018),
    ]

    @Test("each reason has a sentence on what failed, why, and what to do", arguments: all)
    func texts(_ reason: Unavailability) throws {
        let error: any LocalizedError = reason
        #expect(error.localizedDescription == "The stored value is unavailable: \(reason)")
        #expect(error.failureReason == reason.description)
        let suggestion = try #require(error.recoverySuggestion)
        #expect(suggestion.hasSuffix(".") && suggestion.first?.isUppercase == true)
    }

    @Test("each reason has its own key for each of its sentences, and a user-facing message without numbers")
    func messages() {
        let passing: [Unavailability] = [
            .indeterminate(errno: 24), .unreadable(errno: 24), .refused(status: -25291), .notReadYet,
        ]
        let all = Self.all + passing
        let keys = all.map { $0.messageKey }
        #expect(Set(keys).count == all.count && keys.allSatisfy { $0.hasPrefix("sidereal.unavailable.") })
        #expect(keys.suffix(2) == ["sidereal.unavailable.refused.temporary", "sidereal.unavailable.notReadYet"])
        #expect(Unavailability.unreadable(errno: 23).messageKey == Unavailability.unreadable(errno: 24).messageKey)
        for reason in all {
            #expect(reason.message.hasSuffix(".") && !reason.message.contains { $0.isNumber }, "\(reason)")
            #expect(!reason.message.contains("errno") && !reason.message.contains("keychain"), "\(reason)")
        }
        #expect(Unavailability.beforeFirstUnlock.message == "Unlock your device to continue.")
        #expect(Unavailability.unreadable(errno: 24).message == "Your data isn't available. Try again in a moment.")
        #expect(Unavailability.unreadable(errno: 13).message.contains("restart the app"))
    }

    @Test(
        "a temporary reason suggests trying again, and a lasting reason suggests an action",
        arguments: [
            (.unreadable(errno: 24), "Try again later"), (.unreadable(errno: 13), "Check that the app may read"),
            (.indeterminate(errno: 24), "Try again later"), (.indeterminate(errno: 28), "Remove the cause"),
            (.refused(status: -25291), "Try again later"), (.refused(status: -34018), "Look up the status"),
        ] as [(Unavailability, String)])
    func advice(_ reason: Unavailability, beginning: String) throws {
        #expect(reason.isTemporary == (beginning == "Try again later"))
        #expect(try #require(reason.recoverySuggestion).hasPrefix(beginning))
    }

    static let errors: [any LocalizedError] =
        [
            .unavailable(.locked), .notSaved, .noSpace, .busy, .notEncodable, .invalidKeyName, .invalidStoreName,
            .directoryUnusable, .tooLarge,
            .otherTier, .timedOut, .abandoned,
        ].map { StoreError($0, "what failed") }
        + [UnlockError.timedOut(.beforeFirstUnlock), .unavailable(.indeterminate(errno: 28))]

    @Test("each error of a store or of the gate suggests what to do", arguments: errors)
    func suggestions(_ error: any LocalizedError) throws {
        let suggestion = try #require(error.recoverySuggestion)
        #expect(suggestion.hasSuffix(".") && suggestion.first?.isUppercase == true)
        #expect(error.localizedDescription == "\(error)")
    }

    @Test("a cancelled call has no recovery suggestion")
    func cancelled() {
        #expect(StoreError(.cancelled, "what failed").recoverySuggestion == nil)
        #expect(UnlockError.cancelled.recoverySuggestion == nil)
    }
}
