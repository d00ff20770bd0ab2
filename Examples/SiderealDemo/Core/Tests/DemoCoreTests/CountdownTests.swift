import DemoCore
import Sidereal
import SiderealTesting
import Testing

/// The parking session that the Live Activity shows.
@Suite struct CountdownTests {
    @Test func itCountsByNoClockThatCanBeSet() throws {
        let device = SimulatedDevice(.iPhone)
        let observatory = try device.launch().observatory
        let mark = try observatory.moment()
        device.advance(by: .seconds(20 * 60))
        device.setClock(.backward(.seconds(3 * 3_600)))
        let left = try Countdown(of: .seconds(45 * 60), since: mark, by: observatory)
        #expect(left.isExact)
        #expect(left.atMost >= .seconds(25 * 60) && left.atMost < .seconds(25 * 60 + 1))
        #expect(left.atLeast <= .seconds(25 * 60))
        device.sleep(.seconds(30 * 60))
        #expect(try Countdown(of: .seconds(45 * 60), since: mark, by: observatory).isOver)
    }

    @Test func afterARestartItSaysOnlyWhatIsCertain() throws {
        let device = SimulatedDevice(.iPhone)
        device.advance(by: .seconds(2 * 3_600))
        let mark = try device.launch().observatory.moment()
        device.advance(by: .seconds(10 * 60))
        device.reboot()
        device.advance(by: .seconds(5 * 60))
        let left = try Countdown(of: .seconds(45 * 60), since: mark, by: device.launch().observatory)
        #expect(left.atLeast == .zero)
        #expect(left.atMost > .seconds(30 * 60) && left.atMost <= .seconds(41 * 60))
        #expect(!left.isExact)
        #expect(!left.isOver)
    }

    @Test(arguments: [
        (Duration.milliseconds(0), "0 ms"), (.milliseconds(23), "23 ms"), (.milliseconds(4_250), "4.2 s"),
        (.seconds(60), "1 min"), (.seconds(200), "3 min 20 s"), (.seconds(310 * 60), "5 h 10 min"),
        (.seconds(51 * 3_600), "2 d 3 h"),
        (.seconds(-90), "-1 min 30 s"),
    ])
    func spansAreShort(_ span: Duration, _ text: String) {
        #expect(Wording.span(span) == text)
    }
}
