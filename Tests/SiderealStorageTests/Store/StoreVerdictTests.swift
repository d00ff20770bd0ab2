import SiderealBase
import SiderealStorage
import Testing

/// What a look at a store's files comes to: every tier, gate, birth record and file.
@Suite("the verdict on a store's files") struct StoreVerdictTests {
    static let gates: [FirstUnlockState] = [.unknown, .beforeFirstUnlock, .indeterminate(errno: 5), .unlocked]
    static let markers: [StoreSnapshot.Marker] = [.recorded, .notRecorded, .unreadable(errno: 23)]

    private func judge(
        _ tier: ProtectionTier, _ gate: FirstUnlockState, _ marker: StoreSnapshot.Marker, _ file: StoreSnapshot.File,
        _ canReadAlways: Bool
    ) -> StoreSnapshot.Verdict {
        StoreSnapshot(gate: gate, marker: marker, file: file).verdict(tier: tier, canReadAlways: canReadAlways)
    }

    @Test(
        "a file that can be read decides, whatever the gate and the creation marker say",
        arguments: [
            (.whole, .readable), (.damaged, .unavailable(.damaged)),
            (.newerVersion(7), .unavailable(.newerVersion(7))), (.busy, .unavailable(.busy)),
            (.failed(errno: 5), .unavailable(.unreadable(errno: 5))),
        ] as [(StoreSnapshot.File, StoreSnapshot.Verdict)])
    func theFileSpeaksFirst(file: StoreSnapshot.File, verdict: StoreSnapshot.Verdict) {
        for tier in ProtectionTier.allCases {
            for gate in Self.gates {
                for marker in Self.markers {
                    for canReadAlways in [false, true] {
                        #expect(judge(tier, gate, marker, file, canReadAlways) == verdict)
                    }
                }
            }
        }
    }

    /// What is denied: by tier, for each of the gates in turn.
    @Test(
        "a denied file is unavailable, for the reason that its tier and the gate give",
        arguments: [
            (.always, [.unreadable(errno: 1), .unreadable(errno: 1), .unreadable(errno: 1), .unreadable(errno: 1)]),
            (
                .afterFirstUnlock,
                [.beforeFirstUnlock, .beforeFirstUnlock, .indeterminate(errno: 5), .unreadable(errno: 1)]
            ),
            (.whenUnlocked, [.beforeFirstUnlock, .beforeFirstUnlock, .indeterminate(errno: 5), .locked]),
        ] as [(ProtectionTier, [Unavailability])])
    func whatIsDeniedIsNotMissing(tier: ProtectionTier, whys: [Unavailability]) {
        for (gate, why) in zip(Self.gates, whys) {
            for marker in Self.markers {
                for canReadAlways in [false, true] {
                    #expect(judge(tier, gate, marker, .denied(errno: 1), canReadAlways) == .unavailable(why))
                }
            }
        }
    }

    /// A row: tier and birth record, whether it can always be read, and the verdict for each of the gates in turn.
    struct Row: Sendable {
        let tiers: [ProtectionTier]
        let marker: StoreSnapshot.Marker
        let canReadAlways: [Bool]
        let verdicts: [StoreSnapshot.Verdict]
    }

    static let closed: [StoreSnapshot.Verdict] = [
        .unavailable(.beforeFirstUnlock), .unavailable(.beforeFirstUnlock), .unavailable(.indeterminate(errno: 5)),
    ]
    static let missing: [Row] = [
        Row(
            tiers: [.always], marker: .recorded, canReadAlways: [false, true],
            verdicts: Array(repeating: .unavailable(.lost), count: 4)),
        Row(
            tiers: [.always], marker: .notRecorded, canReadAlways: [false, true],
            verdicts: Array(repeating: .absent, count: 4)),
        Row(
            tiers: [.always], marker: .unreadable(errno: 23), canReadAlways: [false, true],
            verdicts: Array(repeating: .unavailable(.unreadable(errno: 23)), count: 4)),
        Row(
            tiers: [.afterFirstUnlock, .whenUnlocked], marker: .recorded, canReadAlways: [false, true],
            verdicts: closed + [.unavailable(.lost)]),
        Row(
            tiers: [.afterFirstUnlock, .whenUnlocked], marker: .notRecorded, canReadAlways: [true],
            verdicts: Array(repeating: .absent, count: 4)),
        Row(
            tiers: [.afterFirstUnlock, .whenUnlocked], marker: .notRecorded, canReadAlways: [false],
            verdicts: closed + [.absent]),
        Row(
            tiers: [.afterFirstUnlock, .whenUnlocked], marker: .unreadable(errno: 23), canReadAlways: [false, true],
            verdicts: closed + [.unavailable(.unreadable(errno: 23))]),
    ]

    @Test("a missing file is absent only where that is proven")
    func whatIsMissingIsAbsentOnlyWhereThatIsProven() {
        var count = 0
        for row in Self.missing {
            for tier in row.tiers {
                for canReadAlways in row.canReadAlways {
                    for (gate, verdict) in zip(Self.gates, row.verdicts) {
                        #expect(
                            judge(tier, gate, row.marker, .missing, canReadAlways) == verdict,
                            "\(tier), \(gate), \(row.marker), \(canReadAlways)")
                        count += 1
                    }
                }
            }
        }
        #expect(count == ProtectionTier.allCases.count * Self.gates.count * Self.markers.count * 2)
    }
}
