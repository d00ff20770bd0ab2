import SiderealSimulation
import TestSupport
import Testing

/// The table of the documentation, from fewer histories.
@Suite("the table of losses") struct LossTableTests {
    @Test("Sidereal loses no value, and the other stores show their faults", .computesForLong)
    func oursLosesNothingAndTheOthersShowTheirFaults() async {
        let table = await LossTable.make(histories: 12, seed: 7)
        let ours = table.count("Sidereal")
        #expect(ours.falseAbsences == 0 && ours.losses == 0, "\(table.text)")
        #expect(ours.waits == 0, "\(table.text)")
        let defaults = table.count("defaultsOrDefault", in: "launch before the first unlock, with a write")
        #expect(defaults.falseAbsences > 0 && defaults.losses > 0)
        let empty = table.count("emptyOnFailure", in: "read error at launch, then a write")
        #expect(empty.falseAbsences > 0 && empty.losses > 12, "one set wipes the file")
        #expect(table.count("emptyOnFailure", in: "damaged file, then a write, then repaired").losses > 12)
        let flag = table.count("flagGate", in: "locked again, with a write")
        #expect(flag.waits > 0 && flag.falseAbsences == 0)
        for name in ["Sidereal", "defaultsOrDefault", "emptyOnFailure", "flagGate"] {
            let steady = table.count(name, in: "steady use, relaunches")
            #expect(
                steady.falseAbsences + steady.losses + steady.waits == 0,
                "\(name) is not at fault in steady use: else the table would show our fault")
            #expect(steady.acknowledged == table.count("Sidereal", in: "steady use, relaunches").acknowledged)
            #expect(steady.acknowledged >= 12 * 7, "\(name) acknowledges what it is asked to keep")
        }
    }
}
