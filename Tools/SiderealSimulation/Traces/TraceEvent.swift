package import SiderealCore

/// An event of a trace.
package enum TraceEvent: Sendable, Hashable {
    /// The device is awake for the given time.
    case run(Nanoseconds)
    case sleep(Nanoseconds)
    /// A process sets the clock with settimeofday(2).
    case step(by: Nanoseconds)
    case set(to: WallInstant)
    case adjust(by: Nanoseconds)
    case frequency(partsPerBillion: Int64)
    case phase(offset: Nanoseconds, timeConstant: Int64)
    /// The device is off for the given time. In a warm reboot, the counter continues.
    case off(Nanoseconds, isWarm: Bool)
    /// The real-time clock gets the given error.
    case batteryClock(error: Nanoseconds)
    /// The power comes on. The kernel sets its calendar clock after the given time.
    case boot(Nanoseconds)

    package init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int64($0) }
        guard let name = words.first, numbers.count == words.count - 1, let first = numbers.first else { return nil }
        let span = Nanoseconds(first)
        switch (name, numbers.count) {
        case ("run", 1): self = .run(span)
        case ("sleep", 1): self = .sleep(span)
        case ("step", 1): self = .step(by: span)
        case ("set", 1): self = .set(to: WallInstant(nanoseconds: first))
        case ("adjtime", 1): self = .adjust(by: span)
        case ("freq", 1): self = .frequency(partsPerBillion: first)
        case ("pll", 2): self = .phase(offset: span, timeConstant: numbers[1])
        case ("cold", 1): self = .off(span, isWarm: false)
        case ("warm", 1): self = .off(span, isWarm: true)
        case ("rtcoff", 1): self = .batteryClock(error: span)
        case ("boot", 1): self = .boot(span)
        default: return nil
        }
        if let passed, passed < .zero { return nil }
    }

    /// The time that the event takes, or `nil` for an event without duration.
    var passed: Nanoseconds? {
        switch self {
        case .run(let span), .sleep(let span), .off(let span, _), .boot(let span): span
        case .step, .set, .adjust, .frequency, .phase, .batteryClock: nil
        }
    }

    /// The event's numbers, which can have different units.
    var numbers: [Int64] {
        switch self {
        case .run(let span), .sleep(let span), .step(let span), .adjust(let span), .off(let span, _),
            .batteryClock(let span), .boot(let span):
            [span.count]
        case .set(let instant): [instant.nanoseconds]
        case .frequency(let rate): [rate]
        case .phase(let offset, let constant): [offset.count, constant]
        }
    }
}

extension TraceLine {
    /// The events since the previous line, or `nil` if the line contains an unknown event.
    package var events: [TraceEvent]? {
        let events = event.split(separator: ";").map { TraceEvent($0) }
        let known = events.compactMap { $0 }
        return known.count == events.count ? known : nil
    }
}
