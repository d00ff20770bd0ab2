import Foundation
import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import Testing

/// Several observatories of one directory, in one process and in several.
@Suite("observatories that share a directory") struct SharingTests {
    let device = StoryDevice()

    @Test("a launch needs no lock, sync or write; only a save fails while the lock is held")
    func opensWithoutLockAndSync() throws {
        try device.launchAndSave()
        let holder = device.disk.process(99)
        let lock = try holder.open(StoryDevice.record + ".lock", .openOrCreate)
        #expect(try holder.tryLock(lock))
        let app = try device.launch()
        #expect(app.bootVerdict.didReboot == false)
        let calls = device.calls(of: device.now.launches)
        #expect(!calls.isEmpty)
        #expect(calls.allSatisfy { !$0.contains(" lock ") && !$0.contains(" sync") && !$0.contains(" write ") })
        _ = app.bootVerdict
        _ = try app.moment()
        #expect(device.calls(of: device.now.launches) == calls, "questions touch no file")

        let error = #expect(throws: ObservatoryError.self) { try app.save() }
        #expect(error?.cause == .busy)
        holder.unlock(lock)
        try app.save()
    }

    @Test("two processes that save in turn keep both observers")
    func twoProcessesLoseNeitherObserver() throws {
        let app = try device.launch("app")
        device.pass(seconds: 1)
        let widget = try device.launch("widget")
        try app.save()
        try widget.save()
        try app.save()
        device.reboot()
        #expect(try device.launch("app").bootVerdict.didReboot == true)
        #expect(try device.launch("widget").bootVerdict.didReboot == true)
    }

    @Test("a floor that another process saved doesn't lower the floor that was shown before the next reading")
    func laterFloorIsTakenOver() throws {
        try device.launchAndSave("app")
        let floor = try learn(earliest: 1_800_000_000_000_000_000)
        let app = try device.launch("app")
        device.pass(seconds: 1_000)
        // Later than the app's floor by a millisecond, which the drift of the time between would consume.
        let other = try learn(earliest: floor.nanoseconds + 999_501_000_000)
        let before = try #require(app.shared.trusted(.standard).earliest)
        try app.saveAsSeen()
        let after = try #require(app.shared.trusted(.standard).earliest)
        #expect(after > before && after == other)
    }

    /// Lets a process receive an authenticated answer and save the result.
    private func learn(earliest: Int64) throws -> TrueInstant {
        var keeper = try device.launch("app").keeper
        let elapsed = try #require(keeper.latest).reading.elapsed
        let sample = TimeSample(
            source: "https://example.org", isAuthenticated: true, sent: elapsed, received: elapsed,
            earliest: TrueInstant(nanoseconds: earliest), latest: nil)
        _ = keeper.handle(.sources([NamedSource(of: sample.operator, isAuthenticated: true)]))
        _ = keeper.handle(.sample(sample))
        let bytes = try #require(keeper.recordToSave).bytes
        var file = TwoSlotFile(path: StoryDevice.record, disk: device.disk.process(98))
        _ = try file.commit { _ in bytes }
        return TrueInstant(nanoseconds: earliest)
    }

    @Test("a launch is saved in the background")
    func savesInTheBackground() throws {
        let app = try device.launch(savesAutomatically: true)
        #expect(device.disk.contents(of: StoryDevice.record) == nil)
        #expect(device.now.pending.count == 1)
        device.runBackground()
        #expect(device.disk.contents(of: StoryDevice.record) != nil)
        #expect(app.bootVerdict.answer == .firstObservation)
        #expect(try device.launch().bootVerdict.didReboot == false)
        #expect(device.now.pending.isEmpty)
    }

    // MARK: - The registry

    #if os(Linux)
        @Test("openers of one directory in one process share its state, however the path is written")
        func twoOpenersInOneProcessShare() throws {
            let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
                .appendingPathComponent("sidereal-" + UUID().uuidString)
            let real = base.appendingPathComponent("real")
            try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: base) }
            let link = base.appendingPathComponent("link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
            let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }
            let relative = URL(filePath: up.joined(separator: "/") + real.path)

            let spellings = [
                real, link, relative, URL(filePath: real.path + "/"), URL(filePath: base.path + "/./link/../real"),
            ]
            let first = try Observatory(directory: real, observer: "first", savesAutomatically: false)
            for (number, directory) in spellings.enumerated() {
                _ = try Observatory(directory: directory, observer: "\(number)", savesAutomatically: false)
                #expect(first.keeper.observers.contains(ExactName("\(number)")), "\(directory.path)")
            }
            let other = try Observatory(
                directory: base.appendingPathComponent("other"), observer: "other", savesAutomatically: false)
            #expect(other.keeper.observers == ["other"])
        }

        @Test("an empty or overlong observer name is refused", arguments: ["", String(repeating: "x", count: 256)])
        func namesOfObservers(name: String) {
            let error = #expect(throws: ObservatoryError.self) {
                try Observatory(directory: URL(filePath: "/nonexistent"), observer: name, savesAutomatically: false)
            }
            #expect(error?.cause == .invalidObserverName)
        }
    #endif
}
