import Foundation
import Sidereal
import Testing

/// Two openers of a directory share, and both are heard.
@Suite struct SecondOpenerTests {
    /// Whoever comes second may ask for a journal, too.
    @Test func theSecondOpenersWishesCount() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-second-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let journal = root.appending(path: "journal.jsonl")
        _ = try Observatory(directory: root, observer: "a", savesAutomatically: false)
        let second = try Observatory(directory: root, observer: "b", journal: journal, savesAutomatically: false)
        _ = try second.reading()
        #expect(FileManager.default.fileExists(atPath: journal.path))
    }
}
