import SiderealCore

extension FuzzTarget {
    /// Packets that arrive while a source waits for an answer: 8 bytes of the nonce, a byte whose lowest bit lets the
    /// packet repeat the nonce, and the packet. Without the nonce no packet is accepted. An answer is accepted if and
    /// only if it keeps all rules of the protocol, as other arithmetic finds them. Its error matches floating-point
    /// arithmetic, and it lies between 1970 and 2106.
    static let ntpPacket = FuzzTarget(name: "ntp-packet", longest: 128, seeds: ntpSeeds) { bytes in
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
            demand(!keepsRules(packet, sent), "an answer that keeps all rules is accepted: \(error)")
            demand(error.reason.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a reason can be printed")
            return
        }
        demand(keepsRules(packet, sent), "an answer keeps all rules")
        demand(answer.stratum == packet[1], "stratum \(answer.stratum)")
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

    /// Returns whether a packet keeps all rules of an answer to the nonce.
    private static func keepsRules(_ packet: [UInt8], _ nonce: [UInt8]) -> Bool {
        guard packet.count >= 48, packet.count % 4 == 0, Array(packet[24..<32]) == nonce else { return false }
        let (kind, stratum) = (packet[0], packet[1])
        guard [0x1C, 0x24, 0x5C, 0x64, 0x9C, 0xA4].contains(kind), (1...15).contains(stratum) else { return false }
        guard packet[3] >= 224 || packet[3] == 0, packet[4] < 128, naiveError(packet) <= 16 else { return false }
        let (received, left) = (Array(packet[32..<40]), Array(packet[40..<48]))
        guard received.contains(where: { $0 > 0 }), left.contains(where: { $0 > 0 }) else { return false }
        // Subtracted byte by byte with a borrow; the first bit of the difference is its sign.
        var borrow = 0
        var digit = 0
        for (one, other) in zip(left.reversed(), received.reversed()) {
            digit = Int(one) - Int(other) - borrow
            borrow = digit < 0 ? 1 : 0
            if digit < 0 { digit += 256 }
        }
        return digit < 128
    }

    /// Returns the error in seconds: root delay / 2 + root dispersion + precision.
    private static func naiveError(_ packet: [UInt8]) -> Double {
        func fixed(_ start: Int) -> Double { packet[start..<start + 4].reduce(0.0) { $0 * 256 + Double($1) } / 65_536 }
        var precision = 1.0
        for _ in 0..<(-Int(Int8(bitPattern: packet[3]))) { precision /= 2 }
        return fixed(4) / 2 + fixed(8) + precision
    }
}

extension FuzzTarget {
    private static func ntpSeeds() -> [[UInt8]] {
        let stamp = NTPTimestamp(TrueInstant(nanoseconds: 1_800_000_100_000_000_000)).bits
        let time = (0..<8).map { UInt8(truncatingIfNeeded: stamp >> UInt64(56 - 8 * $0)) }
        let head: [UInt8] = [0x24, 2, 0, 0xec, 0, 0, 1, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 20)
        return [[1, 2, 3, 4, 5, 6, 7, 8] + [1] + head + time + time]
    }
}
