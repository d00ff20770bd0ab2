import SiderealTime
import Testing

@Suite("servers and their addresses") struct ServerAddressTests {
    @Test(
        "a host is read with its port, or with port 123",
        arguments: [
            ("time.example", "time.example", 123), ("time.example:1123", "time.example", 1123),
            ("time.example.", "time.example.", 123), ("TIME.example:1", "TIME.example", 1),
            ("localhost:65535", "localhost", 65_535), ("127.0.0.1", "127.0.0.1", 123),
            ("127.0.0.1:123", "127.0.0.1", 123), ("host:0123", "host", 123), ("::1", "::1", 123), ("[::1]", "::1", 123),
            ("[::1]:1123", "::1", 1123), ("2001:db8::1", "2001:db8::1", 123), ("[2001:db8::1]:1", "2001:db8::1", 1),
            ("fe80::1%eth0", "fe80::1%eth0", 123), ("[fe80::1%eth0]:5", "fe80::1%eth0", 5),
            ("größe.example", "größe.example", 123),
            ("ntp://host", "host", 123), ("NTP://host:5/", "host", 5), ("ntp://[::1]:5", "::1", 5),
            // Without brackets the last number is part of the address.
            ("::1:123", "::1:123", 123),
        ] as [(String, String, UInt16)])
    func isRead(text: String, host: String, port: UInt16) throws {
        let address = try ServerAddress(text, scheme: "ntp", port: 123)
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(
        "text that isn't a host with an optional port is refused",
        arguments: [
            "", " ", ":", ":123", "host:", "host:0", "host:65536", "host:99999999999999999999", "host:-1", "host:+1",
            "host: 1", "host:1 ", "host:ntp", "host:1.5", "host:0x7b", "host:１２３", " host", "host ", "a host", "host\t",
            "host\n", "host\u{7f}", "host\0", "[]", "[]:123", "[::1", "::1]", "[::1]123", "[::1] :123", "[::1]:",
            "[::1]:0", "[::1]:65536", "[::1]::123", "[ ::1]", "[time.example]:123", "[[::1]]", "ho[st", "host]:123",
            "nts://host", "http://host:123", "://host", "ntp://", "ntp:///", "ntp://host/path", "ntp:host", "host/path",
            "host/", "host?a", "host#a", "host:123:4", "a.example::1", "me@host", "ntp://me:secret@host",
            String(repeating: "x", count: 256),
        ])
    func isRefused(text: String) {
        let error = #expect(throws: TimeSourceError.self) { try ServerAddress(text, scheme: "ntp", port: 123) }
        #expect(error?.cause == .unsupported && error?.description.hasPrefix("can't ask '\(text)': it") == true)
    }

    @Test(
        "a server can be declared with a host or with a URL of its protocol, and with nothing else",
        arguments: [
            (.https("a.example"), "https://a.example"), (.https("https://a.example"), "https://a.example"),
            (.https("HTTPS://a.example:8443/time"), "https://a.example:8443/time"), (.https("http://a.example"), nil),
            (.https("ntp://a.example"), nil), (.https("https"), "https://https"), (.https(""), nil),
            (.https("https://"), nil), (.https("https:/a.example"), nil), (.https("a b"), nil),
            (.https("a.example?b=c@d"), "https://a.example"), (.https("https://me@a.example?b"), nil),
            (.ntp("a.example:1123"), "ntp://a.example:1123"), (.ntp("ntp://a.example"), "ntp://a.example:123"),
            (.https("[::1"), nil), (.ntp("https://a.example"), nil), (.ntp(""), nil), (.ntp("a.example:0"), nil),
        ] as [(TimeServer, String?)])
    func servers(server: TimeServer, name: String?) throws {
        if let name { return #expect(try server.makeSource().name == name) }
        let error = #expect(throws: TimeSourceError.self) { try server.makeSource() }
        #expect(error?.cause == .unsupported)
    }

    @Test(
        "a server has the name, the operator and the authentication of its source",
        arguments: [
            (.https("api.example.com"), "https://api.example.com", "example.com", true),
            (.https("api.example.com:8443"), "https://api.example.com:8443", "example.com", true),
            (.https("status.example.org", operator: "example.com"), "https://status.example.org", "example.com", true),
            (.ntp("time.example.net"), "ntp://time.example.net:123", "example.net", false),
            (.ntp("time.example.net", operator: "somebody"), "ntp://time.example.net:123", "somebody", false),
        ] as [(TimeServer, String, String, Bool)])
    func aServerIsItsSource(server: TimeServer, name: String, operator: String, isAuthenticated: Bool) throws {
        let source = try server.makeSource()
        #expect(source.name == name)
        #expect(source.operator == `operator`)
        #expect(source.isAuthenticated == isAuthenticated)
    }

    @Test("a host name can have 255 bytes")
    func aNameMayHave255Bytes() throws {
        let name = String(repeating: "x", count: 255)
        #expect(try ServerAddress(name + ":1", scheme: "ntp", port: 123).host == name)
    }
}
