import SiderealBase
import SiderealStorage
import SiderealSystem
import Testing

/// The verdict on a store's files: each combination of gate, creation marker and file. The requested tier doesn't
/// count, because the file may have been made in another.
@Suite("the verdict on a store's files") struct StoreVerdictTests {
    static let gates: [FirstUnlockGate.State] = [.unknown, .beforeFirstUnlock, .indeterminate(errno: 5), .unlocked]
    static let markers: [StoreSnapshot.Marker] = [.recorded, .notRecorded, .unreadable(.tooManyFiles)]

    private func judge(
        _ gate: FirstUnlockGate.State, _ marker: StoreSnapshot.Marker, _ file: StoreSnapshot.File, _ hasClasses: Bool
    ) -> StoreSnapshot.Verdict {
        StoreSnapshot(gate: gate, marker: marker, file: file).verdict(hasClasses: hasClasses)
    }

    @Test(
        "a readable file decides the verdict, regardless of the gate and the creation marker",
        arguments: [
            (.whole, .readable), (.damaged, .unavailable(.damaged)),
            (.newerVersion(7), .unavailable(.newerVersion(7))), (.busy, .unavailable(.busy)),
            (.failed(.inputOutput), .unavailable(.unreadable(errno: 5))),
        ] as [(StoreSnapshot.File, StoreSnapshot.Verdict)])
    func theFileSpeaksFirst(file: StoreSnapshot.File, verdict: StoreSnapshot.Verdict) {
        for gate in Self.gates {
            for marker in Self.markers {
                for hasClasses in [false, true] { #expect(judge(gate, marker, file, hasClasses) == verdict) }
            }
        }
    }

    static let closed: [StoreSnapshot.Verdict] = [
        .unavailable(.beforeFirstUnlock), .unavailable(.beforeFirstUnlock), .unavailable(.indeterminate(errno: 5)),
    ]

    /// Denied files, for each of the gates in turn. A denial with the gate open, or unable to probe, is a lock only if
    /// files have classes.
    @Test("a denied file counts as locked if a lock is possible", arguments: [ErrorNumber.notPermitted, .accessDenied])
    func deniedFileIsNotMissing(number: ErrorNumber) {
        for (hasClasses, open) in [(true, Unavailability.locked), (false, .unreadable(errno: number.rawValue))] {
            for (gate, verdict) in zip(Self.gates, Self.closed.prefix(2) + [.unavailable(open), .unavailable(open)]) {
                for marker in Self.markers {
                    #expect(judge(gate, marker, .failed(number), hasClasses) == verdict, "\(gate), \(hasClasses)")
                }
            }
        }
    }

    /// A row: the creation marker, whether files have classes, and the verdict for each of the gates in turn.
    struct Row: Sendable {
        let marker: StoreSnapshot.Marker
        let hasClasses: [Bool]
        let verdicts: [StoreSnapshot.Verdict]
    }

    static let missing: [Row] = [
        Row(marker: .recorded, hasClasses: [false, true], verdicts: closed + [.unavailable(.lost)]),
        Row(marker: .notRecorded, hasClasses: [true], verdicts: Array(repeating: .absent, count: 4)),
        Row(marker: .notRecorded, hasClasses: [false], verdicts: closed + [.absent]),
        Row(
            marker: .unreadable(.tooManyFiles), hasClasses: [false, true],
            verdicts: closed + [.unavailable(.unreadable(errno: 24))]),
    ]

    @Test("a missing file is absent only if its absence is proven")
    func whatIsMissingIsAbsentOnlyWhereThatIsProven() {
        var count = 0
        for row in Self.missing {
            for hasClasses in row.hasClasses {
                for (gate, verdict) in zip(Self.gates, row.verdicts) {
                    #expect(
                        judge(gate, row.marker, .missing, hasClasses) == verdict,
                        "\(gate), \(row.marker), \(hasClasses)")
                    count += 1
                }
            }
        }
        #expect(count == Self.gates.count * Self.markers.count * 2)
    }
}
