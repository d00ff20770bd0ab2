/// A store's writes in order of arrival. The queue decides when each write runs, and which result its caller receives.
///
/// The queue never waits, takes no lock, and does not access a disk. `SharedStore` reports events to the queue, and
/// carries out the actions that the queue returns.
///
/// These calls have no effect:
/// - ``begin()`` without a request for a thread, or during another batch
/// - ``end(_:)`` without a batch
///
/// The queue returns exactly one result for each write.
package struct WriteQueue<Write: Sendable>: Sendable {
    /// The state of the queue. A *chance* is an event after which locked values may be readable, such as an unlock.
    package enum State: Sendable, Equatable {
        /// The queue has neither a pending write nor a thread at work.
        case idle
        /// All pending writes wait for an unlock, and no thread is at work. When the values may be readable, the queue
        /// requests a thread.
        case waitingForUnlock
        /// The queue has requested a thread. When the thread begins, it takes all writes that are pending at that time.
        case starting
        /// A thread carries out a batch. `chanceCame` indicates whether a chance to read the values came during the
        /// batch. The chance may have come too late for this batch.
        case writing(chanceCame: Bool)
    }

    /// The treatment of a write while the stored values are locked.
    package enum WhenLocked: Sendable {
        case isRefused
        case waits
        /// The write's task was cancelled, but the queue could not remove the write. The write succeeds in its batch,
        /// or never runs.
        case isTakenBack
    }

    /// The action that an event requires.
    package enum Action: Sendable, Equatable {
        case nothing
        /// Request a thread, which calls ``begin()``.
        case startWriting
        /// Start the retry timer. The timer calls ``goesOnRetrying()`` before each pause, and reports a chance after
        /// each pause.
        case startRetrying
    }

    /// The actions that the end of a batch requires.
    package struct Ending: Sendable {
        /// The finished writes in order, each with the reason for its refusal, or with `nil` if the write succeeded.
        package fileprivate(set) var answers: [(write: Write, refusal: StoreError?)] = []
        /// A Boolean value that indicates whether to begin the next batch, on this thread or in the background.
        package fileprivate(set) var isMoreDue = false
        /// A Boolean value that indicates whether to start the retry timer.
        package fileprivate(set) var startsRetrying = false
    }

    private struct Entry: Sendable {
        let id: UInt64
        let write: Write
        var whenLocked: WhenLocked
        /// A Boolean value that indicates whether the write needs a batch of its own.
        var isAlone: Bool
        /// A Boolean value that indicates whether the write was pending when the latest batch began. If locked values
        /// stopped the batch, they also stop this write.
        var wasPending = false
    }

    package private(set) var state = State.idle
    /// The writes that have not begun. Writes that wait for an unlock are the oldest, so they come first.
    private var pending: [Entry] = []
    /// The writes of the present batch while the state is `writing`.
    private var batch: [Entry] = []
    private var lastID: UInt64 = 0
    /// The number of readers that wait for values that can't be read now. Readers need chances, too.
    private var waitingReaders = 0
    /// A Boolean value that indicates whether the retry timer runs. This flag is not part of `state`, since the timer
    /// also runs if only readers wait.
    private var isRetrying = false

    package init() {}

    // MARK: - Submission and cancellation

    /// Returns a number that identifies a write for ``cancel(_:)``. The caller requests the number before it submits
    /// the write.
    package mutating func makeID() -> UInt64 {
        lastID &+= 1
        return lastID
    }

    /// Adds a submitted write.
    package mutating func submit(
        _ write: Write, id: UInt64, whenLocked: WhenLocked, isAlone: Bool = false
    ) -> Action {
        pending.append(Entry(id: id, write: write, whenLocked: whenLocked, isAlone: isAlone))
        return startWriting()
    }

    /// Handles the cancellation of a write's task. If the write waits and has not begun, removes the write from the
    /// queue and returns it. The caller then reports the write as cancelled.
    package mutating func cancel(_ id: UInt64) -> Write? {
        if let index = batch.firstIndex(where: { $0.id == id }) {
            if batch[index].whenLocked == .waits { batch[index].whenLocked = .isTakenBack }
            return nil
        }
        guard let index = pending.firstIndex(where: { $0.id == id && $0.whenLocked != .isRefused }) else { return nil }
        let write = pending.remove(at: index).write
        if state == .waitingForUnlock, pending.isEmpty { state = .idle }
        return write
    }

    /// Handles a chance: the gate opened, the device was unlocked, or the retry timer fired.
    package mutating func giveChance() -> Action {
        // Record the chance: the present batch may have read the files before the chance occurred.
        if case .writing = state { state = .writing(chanceCame: true) }
        return state == .waitingForUnlock ? startWriting() : .nothing
    }

    /// Requests a thread, unless a thread was already requested or is at work. A working thread finds the pending
    /// writes itself.
    private mutating func startWriting() -> Action {
        guard state == .idle || state == .waitingForUnlock else { return .nothing }
        state = .starting
        return .startWriting
    }

    // MARK: - Batches

    /// Begins a batch. Returns the writes to carry out together, or `nil` if no write is pending.
    package mutating func begin() -> [Write]? {
        guard state == .starting else { return nil }
        guard let first = pending.first else {
            state = .idle
            return nil
        }
        let count = first.isAlone ? 1 : pending.firstIndex { $0.isAlone } ?? pending.count
        if count == pending.count {
            swap(&batch, &pending)
        } else {
            batch = Array(pending[..<count])
            pending.removeFirst(count)
        }
        for index in pending.indices { pending[index].wasPending = true }
        state = .writing(chanceCame: false)
        return batch.map { $0.write }
    }

    /// Ends the batch.
    package mutating func end(_ end: BatchEnd) -> Ending {
        guard case .writing(let chanceCame) = state else { return Ending() }
        var ended: [Entry] = []
        swap(&ended, &batch)
        var waiting: [Entry] = []
        var ending = Ending()
        switch end {
        case .carriedOut(let refusals):
            for (index, entry) in ended.enumerated() {
                ending.answers.append((entry.write, index < refusals.count ? refusals[index] : nil))
            }
        case .tooMuch where ended.count > 1:
            // Try each write alone, so that a large write does not make the small writes fail.
            for index in ended.indices { ended[index].isAlone = true }
            pending.insert(contentsOf: ended, at: 0)
        case .failed(let failure), .tooMuch(let failure):
            ending.answers = ended.map { ($0.write, failure) }
        case .lockMissed:
            pending.insert(contentsOf: ended, at: 0)
        case .locked(let failure):
            // The locked values also stop the next writes if these writes need their own batches and were pending
            // before this batch. If these writes ran now, they would overtake the writes that wait.
            while let next = pending.first, next.isAlone, next.wasPending { ended.append(pending.removeFirst()) }
            for entry in ended {
                switch entry.whenLocked {
                case .isRefused: ending.answers.append((entry.write, failure))
                case .isTakenBack: ending.answers.append((entry.write, .takenBack))
                case .waits: waiting.append(entry)
                }
            }
        }
        // Every write that is pending now is either new, or has to be tried alone.
        ending.isMoreDue = chanceCame || !pending.isEmpty
        letWait(waiting, &ending)
        state = ending.isMoreDue ? .starting : pending.isEmpty ? .idle : .waitingForUnlock
        return ending
    }

    /// Puts writes back into the queue to wait for an unlock, ahead of later writes.
    private mutating func letWait(_ waiting: [Entry], _ ending: inout Ending) {
        guard !waiting.isEmpty else { return }
        pending.insert(contentsOf: waiting, at: 0)
        for index in waiting.indices { pending[index].isAlone = false }
        ending.startsRetrying = startRetrying()
    }

    // MARK: - The retry timer

    /// Counts a reader that begins to wait for a value that can't be read now.
    package mutating func readerBegins() -> Action {
        waitingReaders += 1
        return startRetrying() ? .startRetrying : .nothing
    }

    /// Records that a reader received its value or stopped waiting.
    package mutating func readerEnds() { waitingReaders -= 1 }

    /// Returns whether the retry timer continues. The timer stops once no write and no reader waits. The next write or
    /// reader that waits starts the timer again.
    package mutating func goesOnRetrying() -> Bool {
        isRetrying = state != .idle || waitingReaders > 0
        return isRetrying
    }

    /// Records that the retry timer stopped because its task was cancelled.
    package mutating func stopRetrying() { isRetrying = false }

    private mutating func startRetrying() -> Bool {
        defer { isRetrying = true }
        return !isRetrying
    }
}

/// The outcome of a batch of writes.
package enum BatchEnd: Sendable {
    /// The batch was carried out. For each write, the array has the reason for a refusal, or `nil` if the write
    /// succeeded.
    case carriedOut([StoreError?])
    /// The batch did not begin, because another process has the lock and this thread must not wait for it.
    case lockMissed
    /// The batch stored nothing, because the stored values can't be read now. The device must be unlocked first, or a
    /// temporary obstacle must pass.
    case locked(StoreError)
    /// The batch was too large to store.
    case tooMuch(StoreError)
    /// The batch failed. The caller of each write decides whether to try again.
    case failed(StoreError)
}

extension StoreError {
    /// The error of a write whose task was cancelled while the write waited.
    static let takenBack = StoreError(
        .cancelled, "the task was cancelled before the store began the write; nothing was stored")
}
