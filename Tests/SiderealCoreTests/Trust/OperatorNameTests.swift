import SiderealCore
import Testing

struct OperatorNameTests {
    @Test(
        "the operator of a host is the last two labels of its name, or its address",
        arguments: [
            ("www.example.com", "example.com"),
            ("example.com", "example.com"),
            ("a.b.c.Example.ORG", "example.org"),
            ("www.example.co.uk", "co.uk"),
            ("cdn.www.example.com.au", "com.au"),
            ("uk", "uk"),
            ("time.example.de", "example.de"),
            ("localhost", "localhost"),
            ("example.com.", "example.com"),
            ("127.0.0.1", "127.0.0.1"),
            ("::1", "::1"),
            ("2001:db8::7", "2001:db8::7"),
            ("", ""),
            ("...", ""),
        ])
    func ofTheHost(host: String, name: String) {
        #expect(operatorName(ofHost: host) == name)
    }
}
