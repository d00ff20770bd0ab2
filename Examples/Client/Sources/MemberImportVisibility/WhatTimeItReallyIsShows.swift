// The code in WhatTimeItReallyIs.md. `Scripts/snippets-check` compares both.
import Foundation
import Sidereal

func whatTheFirstStepsShow() async throws {
    let observatory = try Observatory()
    let clock = try TrustedClock(.https("api.example.com"), observatory: observatory)
    await clock.synchronize()

    let now = clock.now()
    _ = now.kind
    _ = now.earliestDate
    _ = now.latestDate
    _ = now.date
    _ = clock.date
}

func whatTheSystemClockShows(_ clock: TrustedClock, log: (String) -> Void) async throws {
    let verdict = try clock.systemClockVerdict()
    switch verdict.answer {
    case .agrees: break
    case .ahead: print("ahead by at least", verdict.offsetMagnitude.atLeast ?? .zero)
    case .behind: print("behind by at least", verdict.offsetMagnitude.atLeast ?? .zero)
    case .unknown: print("nothing bounds the time closely enough")
    }

    var banner: String?
    for await verdict in clock.systemClockVerdicts(tolerance: .seconds(30)) {
        banner = verdict.answer == .ahead || verdict.answer == .behind ? verdict.description : nil
    }
    log(banner ?? "")

    for await event in clock.events {
        if case .systemClockStepped(let step, let direction) = event { log("set by \(step), \(direction)") }
    }
}

func whatAnAnswerMayRestOn() throws {
    let display = try TrustedClock(.https("api.example.com"), .ntp("time.example.com"), alsoAccepting: .unauthenticated)
    let judge = try TrustedClock(.https("api.example.com"), requiring: .proven)
    _ = (display, judge)
}

func whatDeadlinesShow(
    _ clock: TrustedClock, saleEnds: Date, saleBegins: Date, hideSale: () -> Void
) async throws {
    switch clock.status(of: saleEnds) {
    case .passed: hideSale()
    case .pending: break
    case .undetermined: await clock.synchronize()
    }
    try await clock.sleep(until: saleBegins)
}

func whatTheCountdownShows(
    _ clock: TrustedClock, saleEnds: Date, show: (Duration) -> Void, showAtMost: (Duration?) -> Void, hide: () -> Void
) {
    let left = clock.remaining(until: saleEnds)
    switch (clock.status(of: saleEnds), left.range) {
    case (.passed, _): hide()
    case (_, let range?): show(max(.zero, range.lowerBound))
    case (_, nil): showAtMost(left.atMost)  // nil: nothing bounds it
    }
}

/// The app's HTTP stack.
struct Client: Sendable {
    struct Response {
        var headers: [String: String]
        var status: Int
    }
    var send: @Sendable (String) async throws -> Response
    func execute(_ request: String) async throws -> Response { try await send(request) }
}

func whatCaptureShows(_ clock: TrustedClock, _ client: Client, request: String, url: URL) async throws {
    let sent = clock.timestamp()
    let response = try await client.execute(request)
    clock.captureResponse(from: url, status: response.status, sent: sent) { response.headers[$0] }
}

struct Receipt: Codable {
    var issued: Moment
}

struct ReceiptUpload: Codable {
    let notBefore: Date?
    let notAfter: Date?
}

func whatMomentsShow(_ clock: TrustedClock, _ receipt: inout Receipt) throws {
    receipt.issued = try clock.moment()  // Codable; nothing is asked
    let issued = try clock.time(of: receipt.issued)  // again and again: it only gets narrower
    let upload = ReceiptUpload(notBefore: issued.earliestDate, notAfter: issued.latestDate)  // never the moment
    print(upload)
}

func whatMomentsShowInTheirDocs(_ clock: TrustedClock, _ receipt: inout Receipt) throws {
    receipt.issued = try clock.moment()
    // Then, or at a later launch, once servers have answered:
    print(try clock.time(of: receipt.issued))
}

func whatPremisesShow() -> TimeServer {
    .https(
        "api.example.com", premises: DateHeaderPremises(lag: .milliseconds(20), serverError: .milliseconds(10)))
}

struct Partner: Sendable {
    var serverTime: @Sendable () async throws -> TimeInterval
}

private let partner = Partner { 0 }

struct PartnerTime: TimeSource {
    let name = "partner"
    let isAuthenticated = true

    func ask(_ poll: TimePoll) async throws {
        let sent = poll.willSend()
        let seconds = try await partner.serverTime()
        let received = poll.didReceive()
        let second = Date(timeIntervalSince1970: seconds)
        let next = second.addingTimeInterval(1)
        poll.receive(TimePoll.Answer(sent: sent, received: received, earliest: second, latest: next))
    }
}
