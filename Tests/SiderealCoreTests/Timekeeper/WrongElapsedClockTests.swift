import SiderealCore
import Testing

@Suite("an elapsed clock that violates its premises")
struct WrongElapsedClockTests {
    /// Makes a device whose clocks run fast or slow, with three operators that have the right time.
    static func device(_ model: ClockModel = .linux, skew: Int64 = 0) throws -> Device {
        var device = Device(model)
        device.skew = skew
        device.namesServers = false
        try device.launch()
        device.name("a", "b", "c")
        return device
    }

    /// Asks all three, and returns the findings.
    @discardableResult
    static func poll(_ device: inout Device) throws -> [Timekeeper.Finding] {
        device.read()
        return ["a", "b", "c"].flatMap { device.ask($0, margin: .milliseconds(20)) }
    }

    @Test(
        "a clock outside its drift bound is reported once, and a clock within its bound is not reported",
        arguments: [(1_944, 500, true), (-1_944, 500, true), (1_944, 2_000, false), (-300, 500, false)])
    func rate(skew: Int64, bound: Int32, isWrong: Bool) throws {
        var device = try Self.device(ClockModel.linux.withDrift(.partsPerMillion(bound)), skew: skew)
        var told = 0
        for _ in 0..<5 {
            told += try Self.poll(&device).count { $0 == .elapsedClockWrong }
            // The present answers count.
            #expect(device.trusted.isCorroborated && device.isTruthful)
            device.wait(.seconds(600))
        }
        #expect(told == (isWrong ? 1 : 0) && device.keeper.isElapsedClockWrong == isWrong)
        try device.launch()
        #expect(device.keeper.isElapsedClockWrong == isWrong, "the next process knows it")
    }

    @Test("a clock that jumped or stopped is reported when more operators agree than are allowed to be wrong")
    func jump() throws {
        var device = try Self.device()
        try Self.poll(&device)
        device.advance(by: .seconds(8 * 3_600))
        device.read()
        #expect(device.ask("a") == [.rejected(source: "a", .contradictsItself)])
        #expect(device.ask("b").contains(.elapsedClockWrong))
        #expect(!device.ask("c").contains(.elapsedClockWrong))
        #expect(device.isTruthful && device.trusted.isCorroborated)
    }

    @Test("one operator that contradicts itself proves nothing about the clock")
    func oneOperator() throws {
        for names in [["a"], ["a", "b", "c"]] {
            var device = Device()
            device.namesServers = false
            try device.launch()
            for name in names { device.name(name) }
            device.read()
            for name in names { device.ask(name) }
            #expect(!device.ask("a", error: .seconds(3_600)).contains(.elapsedClockWrong))
            #expect(!device.keeper.isElapsedClockWrong)
        }
    }

    @Test(
        "a sleep of a year is accepted, and a longer sleep is not, however many sleeps the kernel counted",
        arguments: [
            (1, 366, 0, true), (1, 367, 0, false), (1, 367, 366, false), (1, 18_250, 18_250, false),
            (60, 18_250, 18_250, false),
        ])
    func impossibleSleep(sleeps: Int, days: Int64, tooMuch: Int64, isBelieved: Bool) throws {
        let day: Int64 = 86_400
        var device = try Self.device()
        try Self.poll(&device)
        let before = device.trueTime
        for _ in 1..<sleeps { device.sleep(.seconds(60)) }
        device.sleep(.seconds((days - tooMuch) * day), miscounted: .seconds(tooMuch * day))
        device.read()
        #expect(device.isTruthful)
        let floor = try #require(device.floor)
        #expect((floor > before + .seconds(365 * day)) == isBelieved && floor <= device.trueTime)
        // It has no effect after a restart either.
        device.reboot()
        try device.launch()
        #expect(device.isTruthful && device.systemClock.answer != .behind)
    }
}
