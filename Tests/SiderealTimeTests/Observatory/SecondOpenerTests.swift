import Foundation
import SiderealTime
import Testing

/// Two openers of a directory share it, and the calls of both count.
@Suite("two openers of a directory") struct SecondOpenerTests {
    @Test("a second opener's journal contains the operators that were named before")
    func theSecondOpenersWishesCount() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-second-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let journal = root.appending(path: "journal.jsonl")
        let first = try Observatory(directory: root, observer: "a", savesAutomatically: false)
        _ = try TrustedClock(first, policy: TrustedClock.CapturePolicy(hosts: [.exact("own.example")]))
        let second = try Observatory(directory: root, observer: "b", journal: journal, savesAutomatically: false)
        _ = try second.reading()
        // It replays correctly only with all names known by then.
        let lines = try String(contentsOf: journal, encoding: .utf8)
        let named = #"{"operator":"own.example","source":"https://own.example"}"#
        #expect(lines.contains(#"{"authenticated":[\#(named)],"kind":"operators","unauthenticated":[]}"#), "\(lines)")
    }
}
