import SiderealStorage
import SiderealTesting
import TestSupport
import Testing

/// No write is lost or answered twice, there are never two batches at once, the order is kept, and retracted writes
/// don't run.
@Suite("the write queue in random situations") struct WriteQueueWalkTests {
    /// A queue, and its state as far as it shows from outside.
    private struct Walk {
        enum Answer: Equatable { case done, refused, failed, locked, full, cancelled }

        var queue = WriteQueue<Int>()
        var random: SplitMix64
        /// The unanswered writes in their order, with their behavior on a locked device.
        var outstanding: [(number: Int, whenLocked: WriteQueue<Int>.WhenLocked)] = []
        var answers: [Int: Answer] = [:]
        var last = 0
        var lastCarriedOut = 0
        /// A Boolean value that indicates whether a thread was requested that has not begun.
        var isThreadComing = false
        var batch: [Int]?
        /// Writes of a batch that was too large: each runs separately, unless it begins to wait for an unlock.
        private var parted: Set<Int> = []
        var readers = 0
        var isTimerRunning = false
        var complaints: [String] = []

        init(seed: Int) { random = SplitMix64(seed: UInt64(seed)) }

        mutating func check(_ isRight: Bool, _ complaint: String) {
            if !isRight { complaints.append(complaint) }
        }

        mutating func answer(_ number: Int, _ answer: Answer) {
            check(answers[number] == nil, "\(number) was answered twice")
            answers[number] = answer
            outstanding.removeAll { $0.number == number }
        }

        mutating func take(_ action: WriteQueue<Int>.Action) {
            switch action {
            case .nothing: break
            case .startWriting:
                check(!isThreadComing && batch == nil, "a second thread was asked for")
                isThreadComing = true
            case .startRetrying:
                check(!isTimerRunning, "a second timer was started")
                isTimerRunning = true
            }
        }

        // MARK: - Steps

        mutating func step() {
            switch random.next() % 12 {
            case 0, 1, 2: submit()
            case 3: cancel()
            case 4: take(queue.giveChance())
            case 5, 6: begin()
            case 7, 8: end(randomEnd())
            case 9: fireTimer()
            case 10: readerComesOrGoes()
            default: doTheImpossible()
            }
            checkRest()
        }

        private mutating func submit() {
            last += 1
            let whenLocked: WriteQueue<Int>.WhenLocked =
                switch random.next() % 8 {
                case 0...3: .waits
                case 4: .isTakenBack
                default: .isRefused
                }
            let isAlone = whenLocked == .isRefused && random.next() % 4 == 0
            outstanding.append((last, whenLocked))
            take(queue.submit(last, id: UInt64(last), whenLocked: whenLocked, isAlone: isAlone))
        }

        private mutating func cancel() {
            guard !outstanding.isEmpty else { return }
            let index = Int(random.next() % UInt64(outstanding.count))
            let write = outstanding[index]
            let hasBegun = batch?.contains(write.number) == true
            let taken = queue.cancel(UInt64(write.number))
            if hasBegun || write.whenLocked == .isRefused {
                check(taken == nil, "\(write) was taken back")
                if write.whenLocked == .waits { outstanding[index].whenLocked = .isTakenBack }
            } else {
                check(taken == write.number, "\(write) was not taken back")
                answer(write.number, .cancelled)
            }
        }

        private mutating func begin() {
            guard isThreadComing else { return check(queue.begin() == nil, "a batch that was not asked for") }
            isThreadComing = false
            guard let batch = queue.begin() else { return check(outstanding.isEmpty, "\(outstanding) lie there") }
            check(!batch.isEmpty, "an empty batch")
            check(batch.elementsEqual(outstanding.prefix(batch.count).map { $0.number }), "\(batch) out of order")
            check(batch.count == 1 || parted.isDisjoint(with: batch), "\(batch) was to be parted")
            self.batch = batch
        }

        private mutating func randomEnd() -> BatchEnd {
            switch random.next() % 7 {
            case 0: .locked(WriteQueueTests.locked)
            case 1: .tooMuch(WriteQueueTests.full)
            case 2: .failed(WriteQueueTests.failed)
            case 3: .lockMissed
            default: .carriedOut((batch ?? []).map { _ in random.next() % 5 == 0 ? WriteQueueTests.refused : nil })
            }
        }

        private mutating func end(_ end: BatchEnd) {
            guard let batch else { return }
            self.batch = nil
            let before = outstanding
            let ending = queue.end(end)
            if ending.isMoreDue { take(.startWriting) }
            if ending.startsRetrying { take(.startRetrying) }
            let ended = ending.answers.map { $0.write }
            for (write, refusal) in ending.answers { answer(write, Self.answer(refusal)) }
            switch end {
            case .carriedOut(let refusals):
                check(ended == batch, "\(ended) ended of \(batch)")
                for (write, refusal) in zip(batch, refusals) where refusal == nil {
                    check(write > lastCarriedOut, "\(write) was overtaken by \(lastCarriedOut)")
                    lastCarriedOut = write
                }
            case .failed: check(ended == batch, "\(ended) ended of \(batch)")
            case .lockMissed: check(ended.isEmpty, "\(ended) ended without a lock")
            case .tooMuch where batch.count == 1: check(ended == batch, "\(ended) ended of \(batch)")
            case .tooMuch:
                check(ended.isEmpty, "\(ended) ended that are to be parted")
                parted = Set(batch)
            case .locked:
                parted = []
                for write in before where batch.contains(write.number) {
                    let expected: Answer? =
                        switch write.whenLocked {
                        case .isRefused: .locked
                        case .isTakenBack: .cancelled
                        case .waits: nil
                        }
                    check(answers[write.number] == expected, "\(write) of a locked batch")
                }
            }
        }

        private static func answer(_ refusal: StoreError?) -> Answer {
            switch refusal?.cause {
            case nil: .done
            case .cancelled: .cancelled
            case .noSpace: .full
            case .notSaved: .failed
            case .unavailable: .locked
            default: .refused
            }
        }

        private mutating func fireTimer() {
            guard isTimerRunning else { return }
            isTimerRunning = queue.goesOnRetrying()
            let isWaited = readers > 0 || !outstanding.isEmpty || isThreadComing
            check(isTimerRunning == isWaited, "the timer \(isTimerRunning ? "goes on" : "stops")")
            if isTimerRunning { take(queue.giveChance()) }
        }

        private mutating func readerComesOrGoes() {
            if readers > 0, random.next() % 2 == 0 {
                readers -= 1
                queue.readerEnds()
            } else {
                readers += 1
                take(queue.readerBegins())
            }
        }

        private mutating func doTheImpossible() {
            let state = queue.state
            if batch != nil || !isThreadComing {
                check(queue.begin() == nil, "a batch beside another one")
                check(queue.state == state, "an impossible begin leads to \(queue.state)")
            }
            if batch == nil {
                check(queue.end(.carriedOut([nil])).answers.isEmpty, "answers without a batch")
                check(queue.state == state, "an impossible end leads to \(queue.state)")
            }
            check(queue.cancel(.max) == nil, "a write that never came was taken back")
        }

        // MARK: - Invariants

        private mutating func checkRest() {
            switch queue.state {
            case .idle:
                check(outstanding.isEmpty && !isThreadComing && batch == nil, "idle with \(outstanding)")
            case .waitingForUnlock:
                check(!isThreadComing && batch == nil, "waits beside a thread")
                check(!outstanding.isEmpty && outstanding.allSatisfy { $0.whenLocked == .waits }, "\(outstanding) wait")
                check(isTimerRunning, "waits without a timer")
            case .starting: check(isThreadComing && batch == nil, "a thread that was not asked for")
            case .writing: check(batch != nil, "writes no batch")
            }
        }

        /// Runs threads as long as a batch is due, each batch with the same end. Bounded by the outstanding writes.
        mutating func workOff(_ end: BatchEnd) {
            var left = 2 * outstanding.count + 3
            while isThreadComing || batch != nil {
                if batch == nil { begin() }
                if batch != nil { self.end(end) }
                left -= 1
                guard left > 0 else { return check(false, "a thread that never ends") }
            }
            checkRest()
        }
    }

    @Test(
        "no random sequence of events loses, repeats or reorders a write",
        arguments: 0..<TestExtent.choose(part: 200, whole: 20_000))
    func walk(seed: Int) {
        var walk = Walk(seed: seed)
        for step in 0..<300 {
            walk.step()
            if step % 60 == 59 { walk.workOff(.locked(WriteQueueTests.locked)) }
            if !walk.complaints.isEmpty { break }
        }
        walk.workOff(.tooMuch(WriteQueueTests.full))
        walk.take(walk.queue.giveChance())
        walk.workOff(.carriedOut([]))
        #expect(walk.complaints == [], "seed \(seed)")
        #expect(walk.outstanding.isEmpty, "seed \(seed): lost")
        #expect(walk.answers.count == walk.last, "seed \(seed)")
        #expect(walk.queue.state == .idle, "seed \(seed)")
    }
}
