import SiderealCore

extension Nanoseconds {
    static let nanosecond = Nanoseconds(1)
}

extension Salt {
    static let zero = Salt(high: 0, low: 0)
}

extension ClockReading {
    /// Makes a reading of an invented machine, whose clocks can be chosen separately.
    static func invented(
        elapsed: Nanoseconds = .seconds(10_000), asleep: Nanoseconds = .zero, sinceBoot: Nanoseconds? = nil,
        bootTime: Nanoseconds = .seconds(1_700_000_000), suspends: Int64? = 0
    ) -> ClockReading {
        ClockReading(
            wall: WallInstant(nanoseconds: (bootTime + (sinceBoot ?? elapsed)).count),
            elapsed: ElapsedInstant(nanoseconds: elapsed.count),
            awake: AwakeInstant(nanoseconds: (elapsed - asleep).count),
            kernelBootTime: WallInstant(nanoseconds: bootTime.count), suspendMark: suspends)
    }
}

/// Two readings to compare: by default a thousand quiet seconds apart, on one machine that hides its boot identity.
struct Pair {
    var before = ClockReading.invented()
    var now = ClockReading.invented(elapsed: .seconds(11_000))
    var identityBefore: String?
    var identityNow: String?
    var machineBefore: String? = "machine"
    var machineNow: String? = "machine"
    var offsetBefore: Bounds?
    var offsetNow: Bounds?
    var isContradicted = false
    var model = ClockModel.linux

    var mark: BootMark {
        BootMark(
            DeviceReading(
                reading: before, bootIdentity: identityBefore.flatMap { BootIdentity($0) },
                machine: machineBefore.flatMap { MachineIdentity($0) }),
            salt: .zero, offset: offsetBefore)
    }

    var deviceReading: DeviceReading {
        DeviceReading(
            reading: now, bootIdentity: identityNow.flatMap { BootIdentity($0) },
            machine: machineNow.flatMap { MachineIdentity($0) })
    }

    func comparison(earliestNow: TrueInstant?) -> BootComparison {
        BootComparison(
            before: mark, now: deviceReading, offsetNow: offsetNow, isContradicted: isContradicted,
            earliestNow: earliestNow,
            model: model)
    }

    var comparison: BootComparison { comparison(earliestNow: nil) }
    var verdict: BootVerdict { comparison.verdict }

    /// Sets the lead of true time over the elapsed clock between the readings.
    mutating func learn(change: Bounds) {
        offsetBefore = .exactly(.seconds(1_690_000_000))
        offsetNow = change + .seconds(1_690_000_000)
    }

    func learning(change: Bounds) -> Pair {
        var pair = self
        pair.learn(change: change)
        return pair
    }
}
