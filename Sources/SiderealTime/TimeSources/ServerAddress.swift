/// A server's address as text: `host`, `host:123`, `[::1]:123`, or `::1`. The text can begin with the protocol's
/// scheme, as in `ntp://host:123/`.
package struct ServerAddress: Sendable, Hashable {
    /// The host without brackets.
    package let host: String
    package let port: UInt16

    /// Reads an address. If the text contains no port, the address has the protocol's usual port.
    ///
    /// - Throws: ``TimeSourceError/Cause/unsupported`` with the reason if the text is invalid.
    package init(_ text: String, scheme: String, port usual: UInt16) throws(TimeSourceError) {
        func refused(_ reason: String) -> TimeSourceError {
            TimeSourceError(.unsupported, asking: "'\(text)'", reason)
        }
        var place = text[...]
        if let end = text.firstRange(of: "://") {
            guard text[..<end.lowerBound].lowercased() == scheme else {
                throw refused("its scheme is not \(scheme): write only the host, and a port if it isn't \(usual)")
            }
            place = text[end.upperBound...]
            if place.last == "/" { place.removeLast() }
        }
        guard let (host, port) = Self.parts(of: place) else {
            throw refused("it must be a host, or a host and a port")
        }
        guard !host.isEmpty else { throw refused("it names no host") }
        let isClean = host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"/?#[]@".utf8.contains($0) }
        guard isClean, host.utf8.count <= 255 else { throw refused("its host is invalid") }
        self.host = String(host)
        guard let port else {
            self.port = usual
            return
        }
        guard let number = UInt16(port), number > 0, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw refused("its port is not a number from 1 to 65535")
        }
        self.port = number
    }

    /// Reads the address of a URL, and ignores the URL's path, query and fragment. The scheme may be missing.
    package init(ofURL text: String, scheme: String, port usual: UInt16) throws(TimeSourceError) {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        try self.init(String(text[..<end]), scheme: scheme, port: usual)
    }

    /// Splits a text into a host and a port. A text with several colons and no brackets is an IPv6 address without a
    /// port.
    private static func parts(of text: Substring) -> (host: Substring, port: Substring?)? {
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":", host.contains(":") else { return nil }
            return (host, rest.isEmpty ? nil : rest.dropFirst())
        }
        guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
        let rest = text[text.index(after: colon)...]
        if !rest.contains(":") { return (text[..<colon], rest) }
        // The text must be an IPv6 address, and can have a zone.
        let isAddress = text.prefix { $0 != "%" }.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        return isAddress ? (text, nil) : nil
    }
}
