/// A client's request to an NTP server (RFC 5905) that reveals nothing about the client.
///
/// In place of the client's time, the request has random bits, and the server must repeat these bits. So an attacker
/// that can't see the request can't forge an answer.
package struct NTPRequest: Sendable, Equatable {
    /// The bits in place of the transmit timestamp. They are never zero.
    package let nonce: UInt64

    /// Creates a request from 64 bits of good randomness. Returns `nil` for zero, because an answer without a request
    /// has zero in this place. If so, draw again.
    package init?(nonce: UInt64) {
        guard nonce != 0 else { return nil }
        self.nonce = nonce
    }

    /// The 48 bytes to send: version 4, mode 3, the nonce, and zeros.
    package var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 40)
        bytes[0] = 4 << 3 | 3
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: nonce >> shift)) }
        return bytes
    }
}

/// A valid answer from a server, with its times and its error.
package struct NTPAnswer: Sendable, Equatable {
    /// The server's distance from a true clock, 1...15.
    package let stratum: UInt8
    /// A Boolean value that indicates whether the server announces an inserted or a deleted leap second at the end of
    /// this day.
    package let announcesLeapSecond: Bool
    /// The instant at which the request arrived, by the server's clock.
    package let receive: NTPTimestamp
    /// The instant at which the answer left, by the server's clock.
    package let transmit: NTPTimestamp
    /// The largest error of the server's clock that the server itself reports, rounded up: root delay / 2 + root
    /// dispersion + precision.
    package let error: Nanoseconds

    /// The largest reported error that this code accepts: 16 s (MAXDISP of RFC 5905), in units of 2^-32 s. Windows
    /// reports 10 s.
    private static let greatestError: UInt64 = 16 << 32

    /// Reads a packet. Ignores extension fields and a message digest after the header.
    ///
    /// Rejects an answer to another request before it trusts any field of the answer, even if the answer is a refusal.
    package init(_ bytes: [UInt8], to request: NTPRequest) throws(NTPPacketError) {
        guard bytes.count >= 48 else { throw .tooShort(bytes.count) }
        guard bytes.count % 4 == 0 else { throw .badLength(bytes.count) }
        guard bytes.bigEndian(8, at: 24) == request.nonce else { throw .notOurs }
        let version = bytes[0] >> 3 & 7
        guard version == 3 || version == 4 else { throw .badVersion(version) }
        guard bytes[0] & 7 == 4 else { throw .badMode(bytes[0] & 7) }
        guard bytes[1] != 0 else {
            throw .kissOfDeath(NTPKiss(code: UInt32(truncatingIfNeeded: bytes.bigEndian(4, at: 12))))
        }
        let leap = bytes[0] >> 6
        guard leap != 3 else { throw .unsynchronized }
        guard bytes[1] <= 15 else { throw .badStratum(bytes[1]) }
        stratum = bytes[1]
        announcesLeapSecond = leap != 0
        receive = NTPTimestamp(bits: bytes.bigEndian(8, at: 32))
        transmit = NTPTimestamp(bits: bytes.bigEndian(8, at: 40))
        guard !transmit.isUnknown else { throw .noTransmitTime }
        guard !receive.isUnknown else { throw .noReceiveTime }
        guard transmit.units(since: receive) >= 0 else { throw .sentBeforeReceived }

        let precision = Int8(bitPattern: bytes[3])
        guard (-32...0).contains(precision) else { throw .badPrecision(precision) }
        // A delay with the highest bit set is negative in some implementations, and at least nine hours in others.
        let rootDelay = bytes.bigEndian(4, at: 4)
        guard rootDelay < 1 << 31 else { throw .negativeRootDelay }
        // Root delay and dispersion have 16 bits of fraction. In units of 2^-32 s, the sum is exact and below 2^50.
        let units = rootDelay << 15 + bytes.bigEndian(4, at: 8) << 16 + (1 as UInt64) << (32 + Int(precision))
        error = NTPTimestamp.length(units, roundedUp: true)
        guard units <= Self.greatestError else { throw .tooUncertain(error) }
    }

    /// Returns the ends for a ``TimeSample``: the least true time when the answer arrived, and the greatest true time
    /// when the request left.
    ///
    /// This method always reads the server's timestamps as times from 1970 to 2106, because the meaning of an answer
    /// must not depend on trust. So if a server's clock shows its factory date, this method treats the clock as being
    /// behind, and not as being in the next era.
    ///
    /// - Throws: `longPast` if the server gives a time before this code was written.
    package func ends() throws(NTPPacketError) -> (earliest: TrueInstant, latest: TrueInstant) {
        let start = TrueInstant(nanoseconds: 0)
        // Both timestamps are of one era, because the answer left after the request arrived.
        let transmitted = transmit.instant(notBefore: receive.instant(notBefore: start))
        let latest = receive.instant(notBefore: start, roundedUp: true) + error
        guard !latest.isLongPast else { throw .longPast(CivilDate(latest).year) }
        return (transmitted - error, latest)
    }
}

extension [UInt8] {
    /// Returns an integer of `count` bytes, at most eight, most significant byte first. The caller must check that the
    /// bytes exist.
    fileprivate func bigEndian(_ count: Int, at start: Int) -> UInt64 {
        var value: UInt64 = 0
        for byte in self[start..<start + count] { value = value << 8 | UInt64(byte) }
        return value
    }
}
