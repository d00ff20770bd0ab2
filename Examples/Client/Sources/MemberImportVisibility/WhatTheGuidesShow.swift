// The code in the guides, in the order of the pages. `Scripts/snippets-check` compares both.
import Foundation
import Sidereal

// MARK: - QuickStart

func whatQuickStartShows(
    saleEnds: Date, resume: () -> Void, resumeAfterReboot: () -> Void, resumeWithoutProof: (String) -> Void,
    showSale: () -> Void, hideSale: () -> Void, showSaleWithoutCountdown: () -> Void, show: (Screen) -> Void
) async throws {
    let verdict = try Observatory().bootVerdict
    print(verdict)
    switch verdict.didReboot {
    case true?: resumeAfterReboot()
    case false?: resume()
    case nil: resumeWithoutProof(verdict.reason)
    }

    let clock = try TrustedClock(.https("api.example.com"))
    await clock.synchronize()
    print(clock.now())
    print(try clock.systemClockVerdict())

    switch clock.status(of: saleEnds) {
    case .pending: showSale()
    case .passed: hideSale()
    case .undetermined: showSaleWithoutCountdown()
    }

    let store = try ProtectedStore()
    switch store.read(.hasOnboarded) {
    case .value(true): show(.home)
    case .value(false), .absent: show(.welcome)
    case .unavailable(let why) where why.isTemporary: show(.launching(why))
    case .unavailable(let why): show(.trouble(why))
    }

    try await store.set(true, for: .hasOnboarded)

    switch try await store.value(.hasOnboarded) {
    case .value(true): show(.home)
    case .value(false), .absent: show(.welcome)
    }
}

// MARK: - ChoosingServers

func whatChoosingServersShows(observatory: Observatory) throws -> [TrustedClock] {
    var clocks: [TrustedClock] = []
    do {
        let clock = try TrustedClock(
            .https("api.example.com"), .https("accounts.example.org"), .https("www.example.net"))
        clocks.append(clock)
    }
    do {
        let clock = try TrustedClock(
            observatory: observatory, policy: TrustedClock.CapturePolicy(hosts: [.domain("example.com")]))
        clocks.append(clock)
    }
    do {
        let clock = try TrustedClock(.https("api.example.com"), .https("status.example.org", operator: "example.com"))
        clocks.append(clock)
    }
    #if !os(watchOS)
        let clock = try TrustedClock(
            .https("api.example.com"), .ntp("time.nist.gov", maximumRequests: 1), alsoAccepting: .unauthenticated)
        clocks.append(clock)
    #endif
    return clocks
}

// MARK: - HandlingErrors

func whatHandlingErrorsShows(clock: TrustedClock, log: (String) -> Void) async -> Observatory? {
    let report = await clock.synchronize()
    for outcome in report.outcomes {
        switch outcome.result {
        case .used: break
        case .rejected(let why): log("\(outcome.source) was not believed: \(why)")
        case .failed(let error): log("\(outcome.source): \(error)")
        }
    }

    do {
        let time = try await clock.synchronize().get()
        log("It is \(time).")
    } catch {
        log("\(error.localizedDescription) \(error.recoverySuggestion ?? "")")
    }

    do {
        return try Observatory()
    } catch {
        log("\(error.localizedDescription) \(error.recoverySuggestion ?? "")")
        return nil
    }
}

func whatTheMessagesShow(why: Unavailability) -> String {
    let text = NSLocalizedString(why.messageKey, value: why.message, comment: "")
    return text
}

// MARK: - ThreadsAndPerformance

@concurrent func saveBeforeBackground(_ observatory: Observatory) async throws {
    try observatory.save()
}

func whatThreadsAndPerformanceShows(groupContainer: URL, log: (String) -> Void) async throws {
    let observatory = try Observatory(directory: groupContainer.appending(path: "Sidereal"))
    let store = try ProtectedStore("shared", directory: groupContainer.appending(path: "Stores"))
    _ = store

    try await saveBeforeBackground(observatory)
}

// MARK: - WhatIsUndetermined

func whatIsUndeterminedShows(
    clock: TrustedClock, deadline: Date, accept: () -> Void, refuse: () -> Void, askToGoOnline: () -> Void
) async {
    var status = clock.status(of: deadline)
    if status == .undetermined {
        await clock.synchronize(timeout: .seconds(5))
        status = clock.status(of: deadline)
    }
    switch status {
    case .pending: accept()
    case .passed: refuse()
    case .undetermined: askToGoOnline()
    }
}

// MARK: - FrequentlyAskedQuestions

func whatFrequentlyAskedQuestionsShows(clock: TrustedClock) -> @Sendable () -> Date {
    let dates: @Sendable () -> Date = { clock.date ?? .now }
    return dates
}

// MARK: - DebuggingWithAJournal

func whatDebuggingWithAJournalShows(folder: URL, log: (String) -> Void) throws {
    let observatory = try Observatory(journal: folder.appending(path: "sidereal.jsonl"))
    if let error = observatory.journalError { log("\(error)") }
}

func whatConvictsALiar(log: (String) -> Void) {
    for proof in TimeServer.RoughtimeChain.ofThisProcess.proofs { log(proof.json) }
}
