#if canImport(Glibc)
    import SiderealCurl
    import Testing

    @Suite struct HTTPHeadTests {
        static func take(_ lines: [String], into head: inout HTTPHead) -> HTTPHead.Progress {
            var progress = HTTPHead.Progress.incomplete
            for line in lines where progress == .incomplete { progress = head.take(line: Array((line + "\r\n").utf8)) }
            return progress
        }

        @Test(
            arguments: [
                (["HTTP/1.1 200 OK", ""], 200), (["HTTP/2 204", ""], 204), (["HTTP/2 503 ", "a: b", ""], 503),
                (["HTTP/1.0 999 What?", ""], 999), (["HTTP/1.1 101 Switching", ""], 101),
                (["HTTP/1.1 100 Continue", "", "HTTP/1.1 103 Hints", "date: no", "", "HTTP/1.1 404 No", ""], 404),
            ])
        func theHeadOfTheFinalAnswerCounts(lines: [String], status: Int) {
            var head = HTTPHead()
            #expect(Self.take(lines, into: &head) == .complete)
            #expect(head.status == status && head.value(of: "date") == nil)
        }

        @Test(
            arguments: [
                ["HTTP/1.1"], ["HTTP/1.1 20 OK"], ["HTTP/1.1 099 OK"], ["HTTP/1.1 +20 OK"], ["HTTP/1.1 2000"], [""],
                ["ICY 200 OK"], ["HTTP/1.1 200 OK", "none"], ["HTTP/1.1 200 OK", ":"], ["HTTP/1.1 200 OK", "a b: c"],
                ["HTTP/1.1 200 OK", "a\u{0}: c"], ["HTTP/1.1 200 OK", " a: c"], ["HTTP/1.1 200 OK", "é: c"],
            ])
        func whatIsNoHeadIsMalformed(lines: [String]) {
            var head = HTTPHead()
            #expect(Self.take(lines, into: &head) == .malformed)
        }

        @Test(
            arguments: [
                (["Date: a"], "a"), (["DATE:a"], "a"), (["date: \t a b \t"], "a b"), (["Date:"], ""),
                (["Date: a", "X: y", "dAte: b"], "a, b"), (["Date: a", "  b ", "\tc"], "a b c"), (["Dates: a"], nil),
                (["Date: a:b"], "a:b"),
            ] as [([String], String?)])
        func fieldsAreFoundInAnyCase(fields: [String], value: String?) {
            var head = HTTPHead()
            #expect(Self.take(["HTTP/1.1 200 OK"] + fields + [""], into: &head) == .complete)
            #expect(head.value(of: "date") == value)
        }

        @Test func aHeadHasAnEnd() {
            var head = HTTPHead()
            let line = [UInt8]("a: b\r\n".utf8) + [UInt8](repeating: 0x20, count: 1_018)
            _ = head.take(line: [UInt8]("HTTP/1.1 200 OK\r\n".utf8))
            for _ in 0..<(HTTPHead.mostBytes / 1_024 - 1) { #expect(head.take(line: line) == .incomplete) }
            #expect(head.take(line: line) == .tooLong)
            // Interim answers share one limit, too.
            var interim = HTTPHead()
            var taken = 0
            while Self.take(["HTTP/1.1 103 Hints", "a: b", ""], into: &interim) == .incomplete, taken < 100_000 {
                taken += 1
            }
            #expect(taken < 10_000)
        }
    }
#endif
