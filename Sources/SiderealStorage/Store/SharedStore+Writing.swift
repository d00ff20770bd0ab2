import SiderealCore
import SiderealSystem

/// A write that somebody waits for.
protocol PendingWrite: StorePart {
    var id: UInt64 { get }
    /// Whether it waits for an unlock, rather than being refused.
    var isPatient: Bool { get }
    func finish(_ refusal: StoreError?)
}

/// A transaction and whoever waits for its result.
private final class PendingTransaction<Result: Sendable>: PendingWrite {
    typealias Answer = Swift.Result<Result, StoreError>

    let id: UInt64
    let isPatient: Bool
    private let body: @Sendable (inout StoreTransaction) throws(StoreError) -> Result
    private let result = Lock<Result?>(nil)
    private let continuation: CheckedContinuation<Answer, Never>

    init(
        id: UInt64, isPatient: Bool, _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Result,
        _ continuation: CheckedContinuation<Answer, Never>
    ) {
        self.id = id
        self.isPatient = isPatient
        self.body = body
        self.continuation = continuation
    }

    func apply(to transaction: inout StoreTransaction) throws(StoreError) {
        let value = try body(&transaction)
        result.withLock { $0 = value }
    }

    func finish(_ refusal: StoreError?) {
        if let refusal { return continuation.resume(returning: .failure(refusal)) }
        guard let value = result.withLock({ $0 }) else {
            return continuation.resume(
                returning: .failure(StoreError(.notSaved, "the transaction was not carried out")))
        }
        continuation.resume(returning: .success(value))
    }
}

extension SharedStore {
    /// Carries out a transaction, together with whatever else waits, and returns once it is durable.
    func write<Result: Sendable>(
        isPatient: Bool, _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        let id = nextWrite()
        let answer: Swift.Result<Result, StoreError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(PendingTransaction(id: id, isPatient: isPatient, body, continuation))
            }
        } onCancel: {
            if isPatient { callOff(id) }
        }
        if isPatient { state.withLock { _ = $0.calledOff.remove(id) } }
        return try answer.get()
    }

    /// Does something to the files between commits.
    func resetFiles() async throws(StoreError) {
        let failure: StoreError? = await withCheckedContinuation { continuation in
            device.scheduler.background {
                let commit = self.backend.reset({ self.gate.state }) { self.note($0) }
                self.takeIn(commit)
                continuation.resume(returning: commit.failure)
            }
        }
        if let failure { throw failure }
    }

    private func nextWrite() -> UInt64 {
        state.withLock { state in
            state.lastWrite &+= 1
            return state.lastWrite
        }
    }

    private func submit(_ write: any PendingWrite) {
        let isFirst = state.withLock { state in
            state.queue.append(write)
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        guard isFirst, !device.scheduler.inPlace({ drainInPlace() }) else { return }
        device.scheduler.background { self.drain(isRetrying: false) }
    }

    /// Ends a write that waits for an unlock; one that is under way takes its course.
    private func callOff(_ id: UInt64) {
        let write = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.calledOff.insert(id)
                return nil as (any PendingWrite)?
            }
            return state.waiting.remove(at: index)
        }
        write?.finish(Self.cancelled)
    }

    /// Tries again what waits for an unlock.
    func retryWrites() {
        let isWanted = state.withLock { state in
            // Not lost, if a write has just been judged by how it was before.
            state.isRetryWanted = state.isWriting
            guard !state.waiting.isEmpty, !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        if isWanted { device.scheduler.background { self.drain(isRetrying: true) } }
    }

    private static let cancelled = StoreError(.cancelled, "cancelled while waiting for an unlock; nothing was stored")

    private func drain(isRetrying: Bool) {
        var takesWaiting = isRetrying
        while let batch = nextBatch(takesWaiting: takesWaiting) {
            takesWaiting = false
            carryOut(batch)
        }
    }

    /// One batch, on the caller's thread; whatever takes longer is left to the background.
    private func drainInPlace() {
        guard let batch = nextBatch(takesWaiting: false) else { return }
        let isDone = carryOut(batch, waits: false)
        let isMore = state.withLock { state in
            state.isWriting = !isDone || state.isRetryWanted || !state.queue.isEmpty
            return state.isWriting
        }
        guard isMore else { return }
        device.scheduler.background {
            if !isDone { self.carryOut(batch) }
            self.drain(isRetrying: false)
        }
    }

    /// What is to be carried out together; nil, and nobody is at work any more, where there is nothing.
    private func nextBatch(takesWaiting: Bool) -> [any PendingWrite]? {
        state.withLock { state in
            let takesAll = takesWaiting || state.isRetryWanted || !state.queue.isEmpty
            state.isRetryWanted = false
            // In the order in which they came: those that wait came first.
            let batch = takesAll ? state.waiting + state.queue : []
            // What waited may have been called off meanwhile.
            guard !batch.isEmpty else {
                state.isWriting = false
                return nil
            }
            state.waiting = []
            state.queue = []
            return batch
        }
    }

    /// Returns whether it was carried out or refused; false, and nothing was touched, only where it may not wait for
    /// the lock.
    @discardableResult
    private func carryOut(_ batch: [any PendingWrite], waits: Bool = true) -> Bool {
        let migrations = state.withLock { $0.migrations }
        let commit = backend.commit(batch, { gate.state }, migrations, waits: waits) { note($0) }
        if commit.isLockMissed, !waits { return false }
        takeIn(commit)
        finish(batch, commit)
        return true
    }

    private func finish(_ batch: [any PendingWrite], _ commit: StoreCommit) {
        guard let failure = commit.failure else {
            for (write, refusal) in zip(batch, commit.refusals) { write.finish(refusal) }
            return
        }
        switch failure.cause {
        case .noSpace where batch.count > 1 && commit.isUntouched, .tooLarge where batch.count > 1:
            // A large one must not take the small ones with it. But nothing is carried out over itself.
            for write in batch { carryOut([write]) }
        case .unavailable(let why) where why.mayPass:
            let patient = batch.filter { $0.isPatient }
            let calledOff = state.withLock { state in
                state.waiting += patient.filter { !state.calledOff.contains($0.id) }
                return patient.filter { state.calledOff.contains($0.id) }
            }
            for write in batch where !write.isPatient { write.finish(failure) }
            for write in calledOff { write.finish(Self.cancelled) }
            if calledOff.count < patient.count { keepTrying() }
        default:
            for write in batch { write.finish(failure) }
        }
    }

    /// What is remembered serves until the commit is taken in.
    private func note(_ words: CommitWords) { state.withLock { $0.words = words } }

    /// Remembers what a commit left, and tells those who follow.
    private func takeIn(_ commit: StoreCommit) {
        if let path = commit.keptAside { state.withLock { $0.keptAside.append(path) } }
        guard let table = commit.content, let words = commit.words else {
            state.withLock { $0.forget(commit.words) }
            // After a failure the old content is there, or the new one.
            if commit.failure != nil { forget() }
            return
        }
        if let word = commit.word, tier != .whenUnlocked {
            // Where the end could not be told the word stays, and whoever writes next sets another one.
            let seen = commit.isEndTold ? words.after : words.during
            state.withLock { state in
                state.forget(words)
                let now = StoreLook.Remembered(word: word, seen: seen, place: commit.place)
                // What was read at the same word need not be what the commit was built on: after a failure it may have
                // been seen in the cache alone, and a foreign hand may have put something else in place.
                let isSame = words.isContinuing && state.memory?.known.seen == words.before
                if isSame, state.memory?.table != nil {
                    state.memory?.apply([commit.changes], now)
                } else {
                    state.memory = Memory(table: table, known: now)
                }
            }
        } else {
            state.withLock { $0.forget(words) }
            // Nor what a read that is under way has seen: without a new word it would seem to be the newest.
            forget()
        }
        noteReadable()
        device.notifications.announceWrite(backend.noticePath)
        pulses.send(())
    }
}
