extension Scenario {
    static let servers: [Scenario] = [
        Scenario(
            "lying-server", "One of three servers lies",
            """
            The app asks three servers. The nearest of them is off by a day or more. An approach that keeps the \
            answer with the shortest round trip keeps the lie. More than half of the servers are honest.
            """
        ) { dice in
            let setting = dice.setting(anyMake, [dice.honest(20), dice.honest(-30), liar(dice.hours(24, 1...1_000))])
            let jitter = dice.pick(Int64(1_000), or: -1_000)
            return History(
                setting,
                [.launched, .ask([far(&dice, 0), far(&dice, 1), near(&dice, 2, jitter: jitter)]), .readClocks],
                [.pass(milliseconds: dice.hours(1, 1...20))],
                [.ask([far(&dice, 0), far(&dice, 1), near(&dice, 2, jitter: jitter)]), .readClocks])
        },
        Scenario(
            "stale-server", "A cache serves old Dates, and hides their age",
            """
            The app asks three servers. In front of one server, a cache repeats the Date of an answer from hours \
            ago, and removes the header with its age. The cache is near, and its answer looks fresh.
            """
        ) { dice in
            let setting = dice.setting(anyMake, [dice.honest(20), dice.honest(-30), liar(dice.hours(3, 1...40))])
            return History(
                setting,
                [.launched, .ask([far(&dice, 0), far(&dice, 1), near(&dice, 2, jitter: -1_000)]), .readClocks],
                [.pass(milliseconds: dice.hours(1, 1...20)), .readClocks])
        },
        Scenario(
            "cached-answers", "All answers come from a cache that reports itself",
            """
            The network has a cache that answers for all servers. Their Dates are hours old, and a header shows that \
            they come from a cache. Such a Date proves only a lower bound of the time.
            """
        ) { dice in
            let setting = dice.setting(anyMake, (0..<3).map { _ in cached(dice.number(10, -50...50)) })
            let age = dice.hours(2, 1...40)
            let questions = (0..<3).map { dice.question($0, lag: age) }
            return History(
                setting,
                [.launched, .ask(questions), .readClocks, .pass(milliseconds: dice.minutes(20, 1...300)), .readClocks])
        },
        Scenario(
            "slow-server", "Slow answers",
            """
            The network is slow in one direction, so answers take many seconds to arrive. An approach that adds half \
            of the round trip errs by up to half of it. An approach that adds nothing errs by more.
            """
        ) { dice in
            let setting = dice.setting()
            let questions = (0..<3).map { server in
                HistoryEvent.Question(
                    server: server, outbound: dice.number(100, 20...500), inbound: dice.seconds(16, 11...20),
                    lag: dice.number(0, 0...900), isLost: false, jitter: 0)
            }
            return History(
                setting,
                [.launched, .ask(questions), .readClocks, .pass(milliseconds: dice.minutes(30, 1...300)), .readClocks],
                [dice.ask(), .readClocks])
        },
        Scenario(
            "offline-for-weeks", "Offline for weeks after a sync",
            """
            The app gets the time from a server. Then the device is offline for weeks, awake and asleep, and the \
            owner sets the clock. A counter runs on, but crystals are off by some seconds a day. So an answer \
            without bounds becomes wrong without a warning.
            """
        ) { dice in
            let setting = dice.setting()
            let night = HistoryEvent.sleep(
                milliseconds: dice.hours(9, 1...40), miscounted: dice.number(0, -900...900), isHibernation: false)
            return History(
                setting,
                [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.hours(10, 1...30)), night, .readClocks],
                [.pass(milliseconds: dice.days(20, 8...40)), night, .readClocks],
                [.setClock(by: -dice.days(21, 1...40)), .readClocks, .launched])
        },
        Scenario(
            "clock-years-off", "The clock is wrong by years, and one server is known by its key",
            """
            The clock is set back by nine years, to a time before all certificates. The app asks two servers over \
            TLS, and TLS rejects their certificates. The third server signs its answers with a key that the app has \
            (Roughtime), which needs no clock.
            """
        ) { dice in
            let setting = dice.setting()
            let years = dice.days(3_285, 1_000...3_285)
            let certified = (0..<2).map { server in
                HistoryEvent.Question(
                    server: server, outbound: 20, inbound: 30, lag: 0, isLost: true, jitter: 0)
            }
            let step = dice.pick(-years, or: years)
            return History(
                setting,
                [.launched, .readClocks, .setClock(by: step), .ask(certified + [dice.question(2)]), .readClocks],
                [.pass(milliseconds: dice.hours(8, 1...40)), .readClocks])
        },
    ]

    private static let anyMake: [HistorySetting.Make] = [
        .iPhone, .newPhone, .oldPhone, .intelMac, .linux, .oldLinux,
    ]

    /// Returns a server whose answers are wrong by a constant amount, forward or back. The jitter of its answers is
    /// always the smallest or the largest possible value.
    private static func liar(_ lie: Int64) -> HistorySetting.Server {
        HistorySetting.Server(isAuthenticated: true, error: 0, lie: lie, isStale: false)
    }

    private static func cached(_ error: Int64) -> HistorySetting.Server {
        HistorySetting.Server(isAuthenticated: true, error: error, lie: 0, isStale: true)
    }

    private static func near(_ dice: inout ScenarioDice, _ server: Int, jitter: Int64) -> HistoryEvent.Question {
        HistoryEvent.Question(
            server: server, outbound: dice.number(3, 1...5), inbound: dice.number(3, 1...5), lag: 0, isLost: false,
            jitter: jitter)
    }

    private static func far(_ dice: inout ScenarioDice, _ server: Int) -> HistoryEvent.Question {
        HistoryEvent.Question(
            server: server, outbound: dice.number(60, 40...300), inbound: dice.number(60, 40...300),
            lag: dice.number(0, 0...900), isLost: false, jitter: 0)
    }
}
