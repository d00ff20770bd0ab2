import SiderealBase
import SiderealSystem

/// A pending write, and the caller that waits for its result.
enum PendingWrite: Sendable {
    case transaction(any AnsweredPart)
    /// A reset. The store never combines a reset with another write in one commit.
    case reset(CheckedContinuation<StoreError?, Never>)

    var part: (any StorePart)? { if case .transaction(let part) = self { part } else { nil } }

    /// Resumes the caller. The argument is the reason for a refusal, or `nil` if the write is durable.
    func finish(_ refusal: StoreError?) {
        switch self {
        case .transaction(let part): part.finish(refusal)
        case .reset(let continuation): continuation.resume(returning: refusal)
        }
    }
}

/// A part of a commit whose caller waits for the result.
protocol AnsweredPart: StorePart {
    func finish(_ refusal: StoreError?)
}

private final class PendingTransaction<Result: Sendable>: AnsweredPart {
    typealias Answer = Swift.Result<Result, StoreError>

    private let body: @Sendable (inout ProtectedStore.Transaction) throws(StoreError) -> Result
    private let result = Lock<Result?>(nil)
    private let continuation: CheckedContinuation<Answer, Never>

    init(
        _ body: @escaping @Sendable (inout ProtectedStore.Transaction) throws(StoreError) -> Result,
        _ continuation: CheckedContinuation<Answer, Never>
    ) {
        self.body = body
        self.continuation = continuation
    }

    func apply(to transaction: inout ProtectedStore.Transaction) throws(StoreError) {
        let value = try body(&transaction)
        result.withLock { $0 = value }
    }

    func finish(_ refusal: StoreError?) {
        if let refusal { return continuation.resume(returning: .failure(refusal)) }
        guard let value = result.withLock({ $0 }) else {
            return continuation.resume(
                returning: .failure(StoreError(.notSaved, "the store did not run the transaction")))
        }
        continuation.resume(returning: .success(value))
    }
}

/// A part that changes no value. The part's commit moves the file to the store's tier. If the commit fails, the next
/// process tries again.
private struct TierMove: AnsweredPart {
    func apply(to transaction: inout ProtectedStore.Transaction) {}
    func finish(_ refusal: StoreError?) {}
}

extension SharedStore {
    /// Carries out a transaction in one batch with other pending writes, and returns once the transaction is durable.
    func write<Result: Sendable>(
        whileLocked: ProtectedStore.WhileLocked,
        _ body: @escaping @Sendable (inout ProtectedStore.Transaction) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        let id = state.withLock { $0.queue.makeID() }
        let answer: Swift.Result<Result, StoreError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(.transaction(PendingTransaction(body, continuation)), id, whileLocked)
            }
        } onCancel: {
            state.withLock { $0.queue.cancel(id) }?.finish(.takenBack)
        }
        return try answer.get()
    }

    /// Starts with an empty store if the stored values are lost or damaged. The reset runs after all earlier writes.
    func resetIfUnrecoverable() async throws(StoreError) {
        let id = state.withLock { $0.queue.makeID() }
        let refusal = await withCheckedContinuation { submit(.reset($0), id, .refuse, isAlone: true) }
        if let refusal { throw refusal }
    }

    /// Moves the file to the store's tier, with a commit in the background that changes no value. If the file is
    /// locked, the commit waits for the unlock.
    func moveToTier() {
        environment.scheduler.background { [self] in
            let action = state.withLock { state in
                let id = state.queue.makeID()
                return state.queue.submit(.transaction(TierMove()), id: id, whenLocked: .waits)
            }
            if action == .startWriting { carryOutAll() }
        }
    }

    private func submit(
        _ write: PendingWrite, _ id: UInt64, _ whileLocked: ProtectedStore.WhileLocked, isAlone: Bool = false
    ) {
        let action = state.withLock { state in
            // Check for a cancellation under the lock. A later cancellation then finds the write in the queue.
            let whenLocked: WriteQueue<PendingWrite>.WhenLocked =
                whileLocked == .refuse ? .isRefused : Task.isCancelled ? .isTakenBack : .waits
            return state.queue.submit(write, id: id, whenLocked: whenLocked, isAlone: isAlone)
        }
        guard action == .startWriting else { return }
        var isMoreDue = true
        // Try one batch on the caller's thread, and leave longer work to the background.
        _ = environment.scheduler.inPlace { isMoreDue = carryOutNext(waits: false) }
        if isMoreDue { environment.scheduler.background { self.carryOutAll() } }
    }

    /// Carries out all due batches.
    func carryOutAll() {
        while carryOutNext(waits: true) {}
    }

    /// Carries out the next batch. Returns `true` if another batch is due. If another process holds the lock, the call
    /// waits for the lock only if `waits` is `true`. Otherwise, the batch stays due.
    private func carryOutNext(waits: Bool) -> Bool {
        guard let batch = state.withLock({ $0.queue.begin() }) else { return false }
        let migrations = migrations.withLock { $0 }
        let commit =
            if case .reset? = batch.first {
                backend.reset({ gate.state }, waits: waits, willCommit)
            } else {
                backend.commit(batch.compactMap { $0.part }, { gate.state }, migrations, waits: waits, willCommit)
            }
        takeIn(commit)
        let ending = state.withLock { $0.queue.end(commit.end) }
        for (write, refusal) in ending.answers { write.finish(refusal) }
        if ending.startsRetrying { startRetrying() }
        return ending.isMoreDue
    }

    private func willCommit(_ begun: BegunCommit) { state.withLock { $0.memory.willCommit(begun) } }

    /// Records the result of a commit, and notifies followers.
    private func takeIn(_ commit: StoreCommit) {
        if commit.isLockMissed { return }
        state.withLock { state in
            if let path = commit.keptAside { state.keptAside.append(path) }
            state.isRecovered = state.isRecovered || commit.isRecovered
            state.memory.takeIn(commit, isLockable: tier == .whenUnlocked)
        }
        guard commit.content != nil, commit.words != nil else { return }
        examineTier()
        environment.notifications.announceWrite(backend.notificationPath)
        pulses.send(())
    }
}

extension StoreCommit {
    /// The outcome of the commit for the write queue.
    fileprivate var end: BatchEnd {
        if isLockMissed { return .lockMissed }
        guard let failure else { return .carriedOut(refusals) }
        switch failure.cause {
        case .noSpace where isUntouched, .tooLarge: return .tooMuch(failure)
        case .unavailable(let why) where why.isTemporary: return .locked(failure)
        default: return .failed(failure)
        }
    }
}
