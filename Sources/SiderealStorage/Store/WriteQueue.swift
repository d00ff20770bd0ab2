/// A store's writes, in the order in which they come: decides what is carried out when, and what becomes of each write.
///
/// It awaits nothing, locks nothing and touches no disk: `SharedStore` reports what happens, and does what is returned.
///
/// Impossible, and without effect: to begin a batch without having asked for a thread, or during another batch; to end
/// a batch that has not begun; to answer a write twice.
package struct WriteQueue<Write: Sendable>: Sendable {
    /// What the queue waits for.
    package enum State: Sendable, Equatable {
        /// No write is pending, and no thread is at work.
        case idle
        /// All pending writes wait for an unlock, and no thread is at work; the next chance asks for one.
        case waitingForUnlock
        /// A thread was asked for, and takes what is pending by the time it begins.
        case starting
        /// A thread carries out a batch; `chanceCame` says that a chance came meanwhile, maybe too late for it.
        case writing(chanceCame: Bool)
    }

    /// What becomes of a write while what is stored is locked.
    package enum WhenLocked: Sendable {
        case isRefused
        case waits
        /// Its task was cancelled too late to take it out of the queue: it is carried out now or never.
        case isTakenBack
    }

    /// What follows from an event.
    package enum Action: Sendable, Equatable {
        case nothing
        /// Ask for a thread, which calls ``begin()``.
        case startWriting
        /// Start the retry timer, which asks ``goesOnRetrying()`` before each pause and gives a chance after it.
        case startRetrying
    }

    /// What follows from the end of a batch.
    package struct Ending: Sendable {
        /// The writes that are over, in their order, and why they were refused; nil where they were carried out.
        package fileprivate(set) var answers: [(write: Write, refusal: StoreError?)] = []
        /// Whether to begin the next batch, on this thread or in the background.
        package fileprivate(set) var isMoreDue = false
        /// Whether to start the retry timer.
        package fileprivate(set) var startsRetrying = false
    }

    private struct Entry: Sendable {
        let id: UInt64
        let write: Write
        var whenLocked: WhenLocked
        /// Whether it shares a batch with no other write.
        var isAlone: Bool
        /// Whether it was pending when the latest batch began: what locked that one locked this one, too.
        var wasPending = false
    }

    package private(set) var state = State.idle
    /// Those that wait for an unlock came first, and are first.
    private var pending: [Entry] = []
    /// What is being carried out while the state is `writing`.
    private var batch: [Entry] = []
    private var lastID: UInt64 = 0
    /// How many readers wait for what can't be read now: they need chances, too.
    private var waitingReaders = 0
    /// Whether the retry timer runs. No part of the state, since it runs for readers alone, too.
    private var isRetrying = false

    package init() {}

    // MARK: - Writes come and go

    /// A number by which a write can be cancelled, even before it is submitted.
    package mutating func makeID() -> UInt64 {
        lastID &+= 1
        return lastID
    }

    /// A write was submitted.
    package mutating func submit(
        _ write: Write, id: UInt64, whenLocked: WhenLocked, isAlone: Bool = false
    ) -> Action {
        pending.append(Entry(id: id, write: write, whenLocked: whenLocked, isAlone: isAlone))
        return startWriting()
    }

    /// The task of a write was cancelled. Returns the write where it has not begun, to be refused as cancelled.
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

    /// What was locked may be readable now: the gate opened, the device was unlocked, or the retry timer fired.
    package mutating func giveChance() -> Action {
        // Not lost: the batch under way may have been judged by how it was before.
        if case .writing = state { state = .writing(chanceCame: true) }
        return state == .waitingForUnlock ? startWriting() : .nothing
    }

    /// Asks for a thread, unless one is on its way, or at work and sees by itself that more is pending.
    private mutating func startWriting() -> Action {
        guard state == .idle || state == .waitingForUnlock else { return .nothing }
        state = .starting
        return .startWriting
    }

    // MARK: - Batches

    /// A thread is there. Returns what it carries out together; nil where nothing is left to do.
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

    /// The batch has ended.
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
            // A large write must not take the small ones with it.
            for index in ended.indices { ended[index].isAlone = true }
            pending.insert(contentsOf: ended, at: 0)
        case .failed(let failure), .tooMuch(let failure):
            ending.answers = ended.map { ($0.write, failure) }
        case .lockMissed:
            pending.insert(contentsOf: ended, at: 0)
        case .locked(let failure):
            // What comes next and by itself is as locked, unless it came later. Carried out now, it would overtake the
            // writes that wait.
            while let next = pending.first, next.isAlone, next.wasPending { ended.append(pending.removeFirst()) }
            for entry in ended {
                switch entry.whenLocked {
                case .isRefused: ending.answers.append((entry.write, failure))
                case .isTakenBack: ending.answers.append((entry.write, .takenBack))
                case .waits: waiting.append(entry)
                }
            }
        }
        // All that is pending now has not been tried since it came, or has to be tried by itself.
        ending.isMoreDue = chanceCame || !pending.isEmpty
        letWait(waiting, &ending)
        state = ending.isMoreDue ? .starting : pending.isEmpty ? .idle : .waitingForUnlock
        return ending
    }

    /// Puts writes back to wait for an unlock, before those that came later.
    private mutating func letWait(_ waiting: [Entry], _ ending: inout Ending) {
        guard !waiting.isEmpty else { return }
        pending.insert(contentsOf: waiting, at: 0)
        for index in waiting.indices { pending[index].isAlone = false }
        ending.startsRetrying = startRetrying()
    }

    // MARK: - The retry timer

    /// A reader begins to wait for what can't be read now.
    package mutating func readerBegins() -> Action {
        waitingReaders += 1
        return startRetrying() ? .startRetrying : .nothing
    }

    /// A reader has what it waited for, or gave up.
    package mutating func readerEnds() { waitingReaders -= 1 }

    /// The retry timer asks whether to go on. It stops once no write or reader waits; the next one starts it again.
    package mutating func goesOnRetrying() -> Bool {
        isRetrying = state != .idle || waitingReaders > 0
        return isRetrying
    }

    /// The retry timer was stopped from outside, since its task was cancelled.
    package mutating func stopRetrying() { isRetrying = false }

    private mutating func startRetrying() -> Bool {
        defer { isRetrying = true }
        return !isRetrying
    }
}

/// How a batch of writes ended.
package enum BatchEnd: Sendable {
    /// It was carried out: for each write why it alone was refused, or nil.
    case carriedOut([StoreError?])
    /// Nothing was tried, since another process has the lock and this thread must not wait for it.
    case lockMissed
    /// Nothing was stored, since what is stored can't be read before an unlock, or another moment.
    case locked(StoreError)
    /// Nothing was stored, since it was too much at once.
    case tooMuch(StoreError)
    /// It failed, and trying again is for the caller to decide.
    case failed(StoreError)
}

extension StoreError {
    /// Why a write is refused whose task was cancelled while it waited.
    static let takenBack = StoreError(.cancelled, "cancelled while waiting to be stored; nothing was stored")
}
