import SiderealCore

/// The Dates of one poll of a web server. The poll passes them to the clock with the ends that are true so far.
///
/// A cache that ignores the query of a URL gives a poll the answer that it keeps, however old. So until two answers of
/// the poll have different Dates, the answers bound the true time from below only. Then all of them bound it from both
/// sides. If the cache fetched a new answer during the poll, the two Dates contradict each other.
struct PolledDates {
    private let poll: TimePoll
    private let premises: DateHeaderPremises
    private(set) var search: SecondBoundarySearch
    /// The answers whose upper ends don't count yet.
    private var held: [TimePoll.Answer] = []

    init(_ poll: TimePoll, premises: DateHeaderPremises, search: SecondBoundarySearch) {
        self.poll = poll
        self.premises = premises
        self.search = search
    }

    /// Passes an answer to the clock. Returns `false` if the clock would also reject further answers from this source.
    mutating func receive(_ answer: HTTPAnswer, _ date: HTTPDate) -> Bool {
        let ends = premises.ends(of: date.instant, resolution: date.resolution, age: answer.head.toldAge)
        search.take(
            sent: answer.sent, received: answer.received, earliest: ends.earliest, latest: ends.latest,
            isWarm: answer.isWarm)
        func bounded(by latest: TrueInstant?) -> TimePoll.Answer {
            TimePoll.Answer(
                sent: answer.sent, received: answer.received, earliest: ends.earliest, latest: latest, isDate: true)
        }
        let whole = bounded(by: ends.latest)
        guard search.datesDiffer || premises.cachesSendAge else {
            if ends.latest != nil { held.append(whole) }
            return pass([bounded(by: nil)], withUpperEnds: false)
        }
        defer { held = [] }
        return pass(held + [whole], withUpperEnds: true)
    }

    private func pass(_ answers: [TimePoll.Answer], withUpperEnds: Bool) -> Bool {
        let rejections = answers.map { poll.receive($0) }
        return !rejections.contains { $0?.isFinal(withUpperEnds: withUpperEnds) == true }
    }
}

extension TrustedTime.Rejection {
    /// Returns whether the clock would also reject further answers of the poll.
    fileprivate func isFinal(withUpperEnds: Bool) -> Bool {
        switch self {
        // Later answers from other sources can still agree with this answer.
        case .outvoted, .disputed, .belowFloor: false
        // An earlier poll can be the reason. If the source is right now, only upper ends show this.
        case .contradictsItself, .outsideAuthenticated: withUpperEnds
        case .impossible, .slept, .tooLate, .notNamed, .tooManyOperators: true
        }
    }
}
