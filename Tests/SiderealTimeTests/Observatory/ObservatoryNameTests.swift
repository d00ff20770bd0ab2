import Foundation
import SiderealCore
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

/// Directories, observers and sources whose names are equal as String: each is separate.
@Suite("observatory names that are equal as String values") struct ObservatoryNameTests {
    static let twins: [(String, String)] = [("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}")]

    @Test("observers with canonically equal names have separate checkpoints", arguments: twins)
    func twoObserversHaveTwoCheckpoints(one: String, other: String) throws {
        let device = StoryDevice()
        try device.launchAndSave(one)
        #expect(try device.launch(other).bootVerdict.answer == .firstObservation)
        #expect(try device.launch(one).bootVerdict.answer == .sameBoot)
        try device.launchAndSave(other)
        device.reboot()
        #expect(try device.launch(one).bootVerdict.didReboot == true)
        #expect(try device.launch(other).bootVerdict.didReboot == true)
    }

    // Volumes of Apple's systems treat both spellings as one name.
    #if os(Linux)
        @Test("directories with canonically equal names have separate records", arguments: twins)
        func twoDirectoriesHaveTwoRecords(one: String, other: String) throws {
            let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-names-\(UUID())")
            defer { try? FileManager.default.removeItem(at: root) }
            let directories = [one, other].map { root.appending(path: $0) }
            let open = { try Observatory(directory: directories[$0], observer: "app\($0)", savesAutomatically: false) }
            let (first, second) = (try open(0), try open(1))
            #expect(second.directory.path.utf8.elementsEqual(directories[1].path.utf8))
            try first.save()
            #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).count == 1)
            try second.save()
            #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).count == 2)
            // The records as the next process finds them.
            for (index, directory) in directories.enumerated() {
                let device = StoryDevice()
                var environment = device.environment
                environment.disk = RealFileSystem()
                let later = try Observatory(
                    directory: directory.path, observer: "later", environment: environment, clocks: device.clocks)
                let saved = try #require(later.keeper.record.record?.observers)
                #expect(saved.count == 1 && saved[.init("app\(index)")] != nil)
            }
        }
    #endif

    @Test("a server's refusal doesn't apply to another server with a canonically equal name", arguments: twins)
    func aServersRefusalIsItsOwn(one: String, other: String) {
        let refusals = ServerRefusals()
        let now = ElapsedInstant(nanoseconds: 0)
        refusals.record(.deny, by: .init(one), at: now)
        #expect(
            refusals.refusal(of: .init(one), at: now) != nil && refusals.refusal(of: .init(other), at: now) == nil)
    }

    /// An export that gave two sources one name would replay to another result.
    @Test("an exported journal distinguishes sources with canonically equal names", arguments: twins)
    func anExportKeepsSourcesApart(one: String, other: String) throws {
        var export = JournalExport(shift: .zero)
        let instant = ElapsedInstant(nanoseconds: 1)
        var sources: Set<String> = []
        var operators: Set<String> = []
        for name in [one, other] {
            let sample = TimeSample(
                source: name, operator: name, isAuthenticated: true, sent: instant, received: instant, earliest: nil,
                latest: nil)
            guard case .sample(let stripped) = try export.strip(.sample(sample), line: 1) else { continue }
            sources.insert(stripped.source)
            operators.insert(stripped.operator)
        }
        #expect(sources.count == 2 && operators.count == 2)
    }
}
