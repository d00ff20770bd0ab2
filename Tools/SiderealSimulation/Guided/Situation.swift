import SiderealCore

/// What a process knows, told so coarsely that it comes again and again: which verdict, how many voices, which flags.
struct Situation: Hashable {
    /// A number that stands for it, the same on every machine and in every process.
    private(set) var number: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Of a process; nil where none runs.
    init(_ keeper: Timekeeper?) {
        guard let keeper else { return }
        add(keeper.record)
        add(keeper.observers.first.flatMap { keeper.questions[$0]?.verdict })
        add(count: keeper.authenticated.all.count { $0.vote != nil })
        add(keeper.authenticated.hasNamed ? 1 : 0)
        for count in [keeper.heals, keeper.trustRevision, keeper.powerManagement.life.number] {
            add(count: Int(count), most: 8)
        }
        add(keeper.floor.map { $0.isLone ? 1 : 2 } ?? 0)
        add(keeper.powerManagement.tie == nil ? 0 : 1)
        add(keeper.isContradicted ? 1 : 0)
        add(keeper.isFaulty ? 1 : 0)
        add(keeper.isForgotten ? 1 : 0)
    }

    // MARK: - Parts

    private mutating func add(_ part: UInt64) {
        number = (number ^ part) &* 0x9E37_79B9_7F4A_7C15
        number ^= number >> 29
    }

    private mutating func add(count: Int, most: Int = 2) { add(UInt64(min(max(count, 0), most))) }

    private mutating func add(_ record: LoadedRecord) {
        switch record {
        case .absent: add(1)
        case .loaded: add(2)
        case .unavailable: add(3)
        case .damaged: add(4)
        }
    }

    private mutating func add(_ verdict: BootVerdict?) {
        switch verdict?.answer {
        case .none: add(0)
        case .firstObservation: add(1)
        case .sameBoot: add(2)
        case .rebooted: add(3)
        case .indeterminate: add(4)
        case .unavailable: add(5)
        case .damaged: add(6)
        }
        add(verdict.map { ($0.isProven ? 1 : 0) + ($0.isSettled ? 2 : 0) } ?? 4)
    }
}
