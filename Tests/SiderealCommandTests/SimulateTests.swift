import TestSupport
import Testing

@Suite("siderealctl simulate", .waitsForProcesses) struct SimulateTests {
    let command: Command

    init() throws { command = try Command() }

    /// The only server is off by a day, in a history that claims to keep the premises.
    static let lied = [
        #"{"setting":{"crystal":0,"hasOtherMachine":false,"identities":"hidden","keepsPremises":true,"make":"linux","#
            + #""servers":[{"error":86400000,"isAuthenticated":true,"broken":0,"isDate":false,"isFine":false,"isStale":false,"lie":0,"operators":1,"#
            + #""sources":1}],"upFor":0},"withStore":false}"#,
        #"{"launch":{"isRecordLocked":false,"observer":0}}"#, #"{"name":{"_0":[0]}}"#,
        #"{"ask":{"_0":[{"inbound":1,"isLost":false,"isReportedLate":false,"jitter":1000,"lag":0,"outbound":1,"#
            + #""readsClocks":true,"server":0,"shortSleep":0,"shortSleepError":0}]}}"#,
    ]

    @Test("--list names at least 25 scenarios, and each of them runs")
    func theListNamesWhatCanBeRun() throws {
        let list = try command.run(["simulate", "--list"])
        list.expectSuccess()
        let names = list.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names.count >= 25)
        #expect(names.contains("reboot-and-wait") && names.contains("launch-before-unlock"))
        for name in names { try command.run(["simulate", name]).expectSuccess() }
    }

    @Test("a scenario prints the answers of Sidereal and the baselines, and marks wrong answers")
    func aScenarioTellsWhatEverybodyAnswers() throws {
        let reported = try command.run(["simulate", "reboot-and-wait"])
        reported.expectSuccess()
        #expect(reported.output.contains("rebooted, proven  Sidereal"))
        #expect(reported.output.contains("WRONG"))
        let data = try command.run(["simulate", "launch-before-unlock"])
        #expect(data.output.contains("emptyOnFailure"))
    }

    @Test("--html draws a scenario as a page, and replaces no file")
    func aScenarioIsDrawn() throws {
        let drawn = try command.run(["simulate", "reboot-and-wait", "--html", "page.html"])
        drawn.expectSuccess()
        #expect(drawn.output.isEmpty)
        let page = try command.read("page.html")
        #expect(page.contains("<title>") && page.contains("Reboot, and wait") && page.contains("<svg"))
        #expect(page.contains("threeClocks"))
        // The page's history names the servers, as the text's does.
        #expect(!page.contains("answer rejected") && !page.contains("no server has sent it"))
        let again = try command.run(["simulate", "reboot-and-wait", "--html", "page.html"])
        #expect(again.status == 74)
    }

    @Test("a campaign prints its seed, which is new each time, and keeps all promises")
    func aCampaignNamesItsSeedAndKeepsPromises() throws {
        let run = try command.run(["simulate", "--histories", "300", "--seed", "7", "--store-every", "30"])
        run.expectSuccess()
        #expect(run.lines.first == "seed 7")
        #expect(run.lines.last == "all promises kept")
        #expect(run.output.contains("300 histories, 10 of them with the store, 6,000 events"))
        let fresh = try command.run(["simulate", "--histories", "10"])
        #expect(fresh.lines.first?.hasPrefix("seed ") == true)
        #expect(fresh.lines.first != (try command.run(["simulate", "--histories", "10"])).lines.first)
    }

    @Test("the command exits with 70 if a history breaks a promise, and its journal can be replayed")
    func aHistoryThatBreaksAPromiseSaysSoAndCanBeReplayed() throws {
        try command.write(Self.lied.joined(separator: "\n"), to: "lied.jsonl")
        let run = try command.run(["simulate", "--history", "lied.jsonl", "--journal", "journal.jsonl"])
        #expect(run.status == 70)
        #expect(run.error.contains("broken: floor"))
        let replayed = try command.run(["replay", "journal.jsonl"])
        replayed.expectSuccess()
        #expect(replayed.output.contains("first"))
        let drawn = try command.run(["simulate", "--history", "lied.jsonl", "--html", "-"])
        #expect(drawn.output.contains("A promise is broken"))
    }

    @Test("--table counts the answers in each kind of history, as text and as Markdown")
    func theTableCountsTheirsAndOurs() throws {
        let table = try command.run(["simulate", "--table", "2"])
        table.expectSuccess()
        #expect(table.output.contains("2 histories of each kind, seed 1"))
        #expect(table.output.contains("uptimeDecreased"))
        let markdown = try command.run(["simulate", "--table", "2", "--markdown"])
        #expect(markdown.output.contains("| reboot-and-wait |"))
    }

    @Test(
        "the command exits with 64 after a usage error, names the mistake and prints nothing",
        arguments: [
            ([], "name a scenario or one of"), (["nonsense"], "no scenario 'nonsense'"),
            (["--histories", "ten"], "not a whole number"),
            (["--histories", "10", "--list"], "name a scenario or one of"), (["--table", "0"], "not from 1"),
            (["--histories", "1", "--events", "0"], "not from 1"),
            (["--histories", "1", "--html", "x"], "can't be used"),
            (["reboot", "--journal", "x"], "can't be used"), (["--histories", "1", "--store-every", "0"], "zero"),
        ] as [([String], String)])
    func badUsageIsNamed(_ arguments: [String], says: String) throws {
        let run = try command.run(["simulate"] + arguments)
        #expect(run.status == 64)
        #expect(run.error.contains(says), "\(run.error)")
        #expect(run.output.isEmpty)
    }

    @Test("the command exits with 65 for a malformed history, and names the file and the line")
    func aMalformedHistoryIsRefusedByItsLine() throws {
        try command.write(Self.lied[0] + "\nnonsense\n", to: "bad.jsonl")
        let run = try command.run(["simulate", "--history", "bad.jsonl"])
        #expect(run.status == 65)
        #expect(run.error.contains("bad.jsonl: line 2"))
    }
}
