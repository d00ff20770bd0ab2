import SiderealCore
import SiderealTime
import Testing

@Suite("lines of a journal") struct JournalLineTests {
    static let reading =
        #""kind":"reading","wall":1700000000000000000,"continuous":5000000000,"suspending":4000000000,"kernelBootTime":-7"#
    static let sample = #""kind":"sample","source":"s","authenticated":true,"sent":1,"received":2"#

    @Test(
        "a line that was read is written as the same bytes",
        arguments: [
            #"{"kind":"launch","machine":"m","platform":"linux"}"#,
            #"{"kind":"launch","machine":null,"platform":"darwin"}"#,
            #"{"kind":"launch","machine":"m","platform":"darwin","sleepClock":"hardwareClock"}"#,
            #"{"hardwareClock":true,"kind":"launch","machine":"m","platform":"linux"}"#,
            #"{"hardwareClock":false,"kind":"launch","machine":"m","platform":"darwin"}"#,
            #"{"bootIdentity":"b","continuous":2,"kernelBootTime":4,"kind":"reading","suspending":3,"suspends":5,"wall":1}"#,
            #"{"bootIdentity":null,"continuous":-9223372036854775808,"kernelBootTime":0,"kind":"reading","suspending":3,"wall":9223372036854775807}"#,
            #"{"bootIdentity":"b","continuous":2,"disruptionMarker":-7,"kernelBootTime":4,"kind":"reading","suspending":3,"suspends":-1,"wall":1}"#,
            #"{"authenticated":true,"earliest":3,"kind":"sample","latest":4,"operator":"o","received":2,"sent":1,"source":"https://a.example/\"ü\""}"#,
            #"{"authenticated":false,"earliest":3,"kind":"sample","latest":null,"operator":"o","received":2,"sent":1,"source":"s"}"#,
            // Brackets and commas in a string have no meaning.
            #"{"kind":"launch","machine":"\",}\\\",]","platform":"linux"}"#,
            // An answer may come within a tick.
            #"{"authenticated":true,"earliest":3,"kind":"sample","latest":4,"operator":"o","received":1,"sent":1,"source":"s"}"#,
            #"{"authenticated":["a.example","ü"],"kind":"operators","unauthenticated":["ntp.example"]}"#,
            #"{"authenticated":[],"kind":"operators","unauthenticated":[]}"#,
            #"{"kind":"protectedData","state":"locked"}"#,
            #"{"kind":"protectedData","state":"available"}"#,
        ])
    func roundTrip(line: String) throws {
        let entry = try JournalEntry(line: Array(line.utf8))
        #expect(String(decoding: entry.json, as: UTF8.self) == line)
    }

    @Test(
        "the short form of a line means the same as its long form",
        arguments: [
            (#"{"kind":"launch"}"#, #"{"kind":"launch","machine":"the journal's Linux machine","platform":"linux"}"#),
            (
                #"{"kind":"launch","hardwareClock":false}"#,
                #"{"kind":"launch","machine":"the journal's Linux machine","platform":"linux"}"#
            ),
            (
                #"{"kind":"launch","platform":"darwin","hardwareClock":true,"machine":"m"}"#,
                #"{"kind":"launch","machine":"m","platform":"darwin"}"#
            ),
            (#"{"kind":"operators"}"#, #"{"authenticated":[],"kind":"operators","unauthenticated":[]}"#),
            (
                #"{"kind":"launch","platform":"darwin","sleepClock":"counter","machine":""}"#,
                #"{"kind":"launch","machine":null,"platform":"darwin"}"#
            ),
            // A server's answer of `time`, rounded down to `resolution`, at most `lag` ago.
            (
                "{\(sample),\"time\":10,\"resolution\":5,\"lag\":2}",
                #"{"authenticated":true,"earliest":10,"kind":"sample","latest":17,"operator":"s","received":2,"sent":1,"source":"s"}"#
            ),
            (
                "{\(sample),\"earliest\":10,\"operator\":\"o\"}",
                #"{"authenticated":true,"earliest":10,"kind":"sample","latest":null,"operator":"o","received":2,"sent":1,"source":"s"}"#
            ),
            (
                " {\(reading) , \"bootIdentity\":\"\", \"suspends\":null, \"new\":[{\"key\":\"],}\"}] } ",
                #"{"bootIdentity":null,"continuous":5000000000,"kernelBootTime":-7,"kind":"reading","suspending":4000000000,"wall":1700000000000000000}"#
            ),
        ] as [(String, String)])
    func shortForms(line: String, meaning: String) throws {
        let entry = try JournalEntry(line: Array(line.utf8))
        #expect(String(decoding: entry.json, as: UTF8.self) == meaning)
    }

    /// No key: one unnamed machine for each platform. Null: unknown. Text: that machine.
    @Test("a launch line without a machine means one unnamed machine for each platform")
    func machines() throws {
        func machine(_ line: String) throws -> MachineIdentity? {
            guard case .launch(let launch) = try JournalEntry(line: Array(line.utf8)) else { return nil }
            return launch.machine
        }
        let linux = try machine(#"{"kind":"launch"}"#)
        #expect(linux != nil)
        #expect(try machine(#"{"kind":"launch","platform":"linux"}"#) == linux)
        #expect(try machine(#"{"kind":"launch","platform":"darwin"}"#) != linux)
        #expect(try machine(#"{"kind":"launch","machine":null}"#) == nil)
        #expect(try machine(#"{"kind":"launch","machine":"x"}"#) == MachineIdentity("x"))
    }

    @Test(
        "a malformed line is refused, with its reason",
        arguments: [
            ("", "it is not JSON"),
            ("{", "it is not JSON"),
            ("[]", "it is not a JSON object"),
            ("17", "it is not a JSON object"),
            ("null", "it is not a JSON object"),
            ("{}", "\"kind\" is missing"),
            (#"{"kind":7}"#, "\"kind\" is not text"),
            (#"{"kind":null}"#, "\"kind\" is not text"),
            (#"{"kind":"Launch"}"#, "\"kind\" has the unknown value \"Launch\""),
            (#"{"kind":"launch",}"#, "it is not JSON"),
            (#"{"kind":"launch","platform":"beos"}"#, "\"platform\" has the unknown value \"beos\""),
            (#"{"kind":"launch","machine":5}"#, "\"machine\" is not text"),
            (
                #"{"kind":"launch","sleepClock":"counter"}"#,
                "\"sleepClock\" has the value \"counter\", unknown on this platform"
            ),
            (#"{"kind":"launch"} {"kind":"launch"}"#, "it is not JSON"),
            (#"{"kind":"reading"}"#, "\"wall\" is missing"),
            ("{\(reading),\"bootIdentity\":5}", "\"bootIdentity\" is not text"),
            ("{\(reading),\"suspends\":-2}", "\"suspends\" is negative"),
            (
                "{\(sample),\"time\":10,\"resolution\":5,\"lag\":2,\"date\":true}",
                "\"date\" needs \"earliest\" or \"latest\""
            ),
            (#"{"kind":"reading","wall":"1"}"#, "\"wall\" is not a 64-bit integer"),
            (#"{"kind":"reading","wall":1.5}"#, "\"wall\" is not a 64-bit integer"),
            (#"{"kind":"reading","wall":9223372036854775808}"#, "\"wall\" is not a 64-bit integer"),
            (#"{"kind":"sample"}"#, "\"source\" is missing"),
            (#"{"kind":"sample","source":"s","authenticated":1}"#, "\"authenticated\" is not true or false"),
            ("{\(sample)}", "\"resolution\" is missing"),
            ("{\(sample),\"latest\":5}", "\"earliest\" is missing"),
            ("{\(sample),\"time\":1,\"resolution\":-1,\"lag\":0}", "\"resolution\" is negative"),
            ("{\(sample),\"time\":1,\"resolution\":0,\"lag\":-1}", "\"lag\" is negative"),
            (
                #"{"kind":"sample","source":"s","authenticated":true,"sent":2,"received":1}"#,
                "\"received\" is before \"sent\""
            ),
            (#"{"kind":"launch","hardwareClock":1}"#, "\"hardwareClock\" is not true or false"),
            (#"{"kind":"operators","authenticated":"a"}"#, "\"authenticated\" is not a list of names"),
            (#"{"kind":"operators","unauthenticated":["a",5]}"#, "\"unauthenticated\" is not a list of names"),
            (#"{"kind":"protectedData"}"#, "\"state\" is missing"),
            (#"{"kind":"protectedData","state":"open"}"#, "\"state\" has the unknown value \"open\""),
        ] as [(String, String)])
    func malformed(line: String, reason: String) {
        let error = #expect(throws: JournalLineError.self) { try JournalEntry(line: Array(line.utf8)) }
        #expect(error?.reason == reason)
    }

    @Test("a line that isn't UTF-8 is refused")
    func notUTF8() {
        let bytes = Array(#"{"kind":"launch","machine":""#.utf8) + [0xff] + Array("\"}".utf8)
        let error = #expect(throws: JournalLineError.self) { try JournalEntry(line: bytes) }
        #expect(error?.reason == "it is not UTF-8")
    }

    @Test(
        "invalid JSON is refused under an unknown key, too",
        arguments: [
            "\"a\u{0}b\"", "\"a\tb\"", #""\q""#, #""\u12""#, #""\uzzzz""#, "01", "1.", "1e", "-", "+1", ".5", "[1,]",
            "{\"a\":1,}", "[1 2]", "{\"a\" 1}", "{1:2}", "[}", "nul", "NaN", "",
        ])
    func looseJSON(value: String) {
        let error = #expect(throws: JournalLineError.self) {
            try JournalEntry(line: Array("{\"kind\":\"reset\",\"later\":\(value)}".utf8))
        }
        #expect(error?.reason == "it is not JSON")
    }

    @Test(
        "valid JSON under an unknown key is ignored",
        arguments: [
            "[]", "{}", "[{\"a\":[1,2]}, {\"b\" : {}} ]", #""\"\\\/\b\f\n\r\t\u00e9\ud800""#, "-0", "1.5E+10", "0e-1",
            "1e999", " null ", "\"\u{7f}\u{e9}\"", "[true,false]",
        ])
    func anyJSON(value: String) throws {
        let entry = try JournalEntry(line: Array("{\"kind\":\"reset\",\"later\":\(value)}".utf8))
        #expect(String(decoding: entry.json, as: UTF8.self) == #"{"kind":"reset"}"#)
    }

    @Test("a line in UTF-16 or UTF-32 is refused", arguments: [(0, 1), (1, 0), (0, 3), (3, 0)])
    func otherEncodings(zerosBefore: Int, zerosBehind: Int) {
        let line = #"{"kind":"reset"}"#.utf8.flatMap { byte in
            [UInt8](repeating: 0, count: zerosBefore) + [byte] + [UInt8](repeating: 0, count: zerosBehind)
        }
        let error = #expect(throws: JournalLineError.self) { try JournalEntry(line: line) }
        #expect(error?.reason == "it is not JSON")
    }

    @Test("a line with a byte order mark is refused")
    func byteOrderMark() {
        let line: [UInt8] = [0xef, 0xbb, 0xbf] + Array(#"{"kind":"reset"}"#.utf8)
        let error = #expect(throws: JournalLineError.self) { try JournalEntry(line: line) }
        #expect(error?.reason == "it is not JSON")
    }
}
