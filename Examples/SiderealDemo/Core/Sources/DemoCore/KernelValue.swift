/// A value that the probes read with sysctl(3). The raw value is its name in sysctl.
public enum KernelValue: String, Codable, Sendable, Hashable, CaseIterable {
    /// The power management clock in microseconds, and the mach time at which the kernel read it.
    case monotonicClock = "kern.monotonicclock_usecs"
    /// The kind of processor.
    case processorFamily = "hw.cpufamily"
    /// The flag that is set if the system runs in a virtual machine.
    case virtualMachine = "kern.hv_vmm_present"
    /// The mach times at which the device last fell asleep and last woke.
    case sleepTime = "kern.sleep_abs_time"
    case wakeTime = "kern.wake_abs_time"
}

/// The kernel's answer, or the reason why there is no answer.
public enum KernelAnswer: Codable, Sendable, Hashable {
    case bytes([UInt8])
    case failed(errno: Int32)

    /// The bytes as integers of 64 bits, little-endian, or `nil` for any other size.
    var words: [UInt64]? {
        guard case .bytes(let bytes) = self, !bytes.isEmpty, bytes.count.isMultiple(of: 8) else { return nil }
        return stride(from: 0, to: bytes.count, by: 8).map { Self.number(bytes[$0..<($0 + 8)]) }
    }

    /// A number of 32 or 64 bits, little-endian, or `nil` for any other size.
    var number: UInt64? {
        guard case .bytes(let bytes) = self, bytes.count == 4 || bytes.count == 8 else { return nil }
        return Self.number(bytes[...])
    }

    /// The answer's name in the report.
    var word: String {
        switch self {
        case .bytes: "readable"
        case .failed: "refused"
        }
    }

    var errno: Int? {
        if case .failed(let number) = self { Int(number) } else { nil }
    }

    var size: Int? {
        if case .bytes(let bytes) = self { bytes.count } else { nil }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The packing of an answer into three words. The app extension passes its answers to the app in this form.
extension KernelAnswer {
    private static let isSet: UInt64 = 1 << 63
    private static let isFailure: UInt64 = 1 << 62
    static var mostBytes: Int { 16 }

    /// The three words: the kind of answer, and its bytes. The words contain at most 16 bytes.
    public var carried: [UInt64] {
        switch self {
        case .failed(let number): return [Self.isSet | Self.isFailure | UInt64(UInt32(bitPattern: number)), 0, 0]
        case .bytes(let bytes):
            let kept = bytes.prefix(Self.mostBytes)
            let padded = Array(kept) + [UInt8](repeating: 0, count: Self.mostBytes - kept.count)
            return [Self.isSet | UInt64(kept.count), Self.number(padded[..<8]), Self.number(padded[8...])]
        }
    }

    /// Creates an answer from three words, or returns `nil` if the words were never set.
    public init?(carried words: [UInt64]) {
        guard words.count == 3, words[0] & Self.isSet != 0 else { return nil }
        if words[0] & Self.isFailure != 0 {
            self = .failed(errno: Int32(truncatingIfNeeded: words[0]))
            return
        }
        let count = Int(words[0] & 0xff)
        guard count <= Self.mostBytes else { return nil }
        let bytes = words[1...].flatMap { word in
            stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
        self = .bytes(Array(bytes.prefix(count)))
    }
}

/// The nanoseconds per tick of mach time, as a fraction.
public struct Timebase: Codable, Sendable, Hashable {
    public var numerator: UInt32
    public var denominator: UInt32

    public init(numerator: UInt32, denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Converts ticks to nanoseconds. Returns `nil` on overflow.
    func nanoseconds(_ ticks: UInt64) -> Int64? {
        guard denominator > 0 else { return nil }
        let (high, low) = ticks.multipliedFullWidth(by: UInt64(numerator))
        guard high < UInt64(denominator) else { return nil }
        return Int64(exactly: UInt64(denominator).dividingFullWidth((high, low)).quotient)
    }
}
