import DemoCore
import Sidereal
import SiderealTesting
import Testing

/// The parking session that the Live Activity shows.
@Suite struct CountdownTests {
    @Test func itCountsByNoClockThatCanBeSet() throws {
        let device = SimulatedDevice(.iPhone)
        let observatory = try device.launch().observatory
        let mark = try observatory.mark()
        device.pass(.minutes(20))
        device.setClock(.backward(.hours(3)))
        let left = try Countdown(of: .minutes(45), since: mark, by: observatory)
        #expect(left.isExact)
        #expect(left.atMost >= .minutes(25) && left.atMost < .minutes(25) + .seconds(1))
        #expect(left.atLeast <= .minutes(25))
        device.sleep(.minutes(30))
        #expect(try Countdown(of: .minutes(45), since: mark, by: observatory).isOver)
    }

    @Test func afterARestartItSaysOnlyWhatIsCertain() throws {
        let device = SimulatedDevice(.iPhone)
        device.pass(.hours(2))
        let mark = try device.launch().observatory.mark()
        device.pass(.minutes(10))
        device.reboot()
        device.pass(.minutes(5))
        let left = try Countdown(of: .minutes(45), since: mark, by: device.launch().observatory)
        #expect(left.atLeast == .zero)
        #expect(left.atMost > .minutes(30) && left.atMost <= .minutes(41))
        #expect(!left.isExact)
        #expect(!left.isOver)
    }

    @Test(arguments: [
        (Duration.milliseconds(0), "0 ms"), (.milliseconds(23), "23 ms"), (.milliseconds(4_250), "4.2 s"),
        (.seconds(60), "1 min"), (.seconds(200), "3 min 20 s"), (.minutes(310), "5 h 10 min"), (.hours(51), "2 d 3 h"),
        (.seconds(-90), "-1 min 30 s"),
    ])
    func spansAreShort(_ span: Duration, _ text: String) {
        #expect(Wording.span(span) == text)
    }
}
