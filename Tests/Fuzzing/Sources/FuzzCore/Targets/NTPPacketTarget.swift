import SiderealCore

extension FuzzTarget {
    /// Packets that arrive while a source waits for an answer: 8 bytes of the nonce, a byte whose lowest bit lets the
    /// packet repeat the nonce, and the packet. Without the nonce no packet is accepted. An accepted answer is within
    /// the protocol's limits, its error matches floating-point arithmetic, and it lies between 1970 and 2106.
    static let ntpPacket = FuzzTarget(name: "ntp-packet", longest: 128) { bytes in
        var input = InputBytes(bytes)
        let nonce = input.integer(UInt64.self)
        let repeatsNonce = input.byte() & 1 == 1
        var packet = Array(input.rest)
        guard let request = NTPRequest(nonce: nonce) else { return demand(nonce == 0, "only zero is no nonce") }
        demand(request.bytes.count == 48 && request.bytes[0] == 0x23, "a request has 48 bytes, version 4 and mode 3")
        let sent = Array(request.bytes.suffix(8))
        if repeatsNonce, packet.count >= 32 { packet.replaceSubrange(24..<32, with: sent) }

        let answer: NTPAnswer
        do throws(NTPPacketError) {
            answer = try NTPAnswer(packet, to: request)
        } catch {
            let isOurs = packet.count >= 48 && packet.count % 4 == 0 && Array(packet[24..<32]) == sent
            demand(error.isForeign == !isOurs, "foreign is what does not repeat the nonce: \(error)")
            demand(error.reason.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a reason can be printed")
            return
        }
        demand(packet.count >= 48 && Array(packet[24..<32]) == sent, "an answer repeats the nonce")
        demand((1...15).contains(answer.stratum), "stratum \(answer.stratum)")
        demand(answer.transmit.units(since: answer.receive) >= 0, "an answer leaves after the request arrived")
        let error = naiveError(packet)
        demand(abs(Double(answer.error.count) / 1e9 - error) < 1e-8, "an error of \(error) s, not \(answer.error)")
        demand(answer.error >= .zero && error <= 16 + 1e-8, "an error of \(error) s is too much")

        let start = TrueInstant(nanoseconds: 0)
        let received = answer.receive.instant(notBefore: start)
        demand(received >= start, "nobody tells a time before 1970")
        demand((received - start).count <= (1 << 32) * 1_000_000_000, "nor after 2106")
        let distance = answer.receive.units(since: NTPTimestamp(received))
        demand((0...5).contains(distance), "an instant is that of its timestamp, to the nanosecond")
        guard let ends = try? answer.ends() else {
            return demand((received + answer.error).isLongPast, "only what is long past is refused")
        }
        demand(ends.earliest >= received - answer.error, "the earliest end allows for the error alone")
        demand(ends.latest >= received + answer.error, "and so does the latest")
    }

    /// Returns the error in seconds: root delay / 2 + root dispersion + precision.
    private static func naiveError(_ packet: [UInt8]) -> Double {
        func fixed(_ start: Int) -> Double { packet[start..<start + 4].reduce(0.0) { $0 * 256 + Double($1) } / 65_536 }
        var precision = 1.0
        for _ in 0..<(-Int(Int8(bitPattern: packet[3]))) { precision /= 2 }
        return fixed(4) / 2 + fixed(8) + precision
    }
}
