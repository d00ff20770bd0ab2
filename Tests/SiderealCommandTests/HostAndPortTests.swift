import SiderealCommand
import Testing

@Suite("HostAndPort") struct HostAndPortTests {
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
            // Without brackets the last number is part of the address.
            ("::1:123", "::1:123", 123),
        ] as [(String, String, UInt16)])
    func isRead(text: String, host: String, port: UInt16) {
        let place = HostAndPort(text, port: 123)
        #expect(place?.host == host)
        #expect(place?.port == port)
    }

    @Test(
        "text that is not a host with an optional port is refused",
        arguments: [
            "", " ", ":", ":123", "host:", "host:0", "host:65536", "host:99999999999999999999", "host:-1", "host:+1",
            "host: 1", "host:1 ", "host:ntp", "host:1.5", "host:0x7b", "host:１２３", " host", "host ", "a host", "host\t",
            "host\n", "host\u{7f}", "host\0", "[]", "[]:123", "[::1", "::1]", "[::1]123", "[::1] :123", "[::1]:",
            "[::1]:0", "[::1]:65536", "[::1]::123", "[ ::1]", "[time.example]:123", "[[::1]]", "ho[st", "host]:123",
            "ntp://host", "http://host:123", "host/path", String(repeating: "x", count: 256),
        ])
    func isRefused(text: String) { #expect(HostAndPort(text, port: 123) == nil) }

    @Test("a host name can have 255 bytes")
    func aNameMayHave255Bytes() {
        #expect(HostAndPort(String(repeating: "x", count: 255) + ":1", port: 123)?.host.utf8.count == 255)
    }
}
