import Foundation
import SiderealSimulation
import Testing

/// Each history has the name of the mistake that it showed.
@Suite("histories that once broke a promise") struct KeptHistoriesTests {
    static let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Histories")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return files.filter { $0.hasSuffix(".jsonl") }.sorted()
    }()

    @Test("at least four histories are kept")
    func thereAreSome() { #expect(Self.names.count >= 4) }

    @available(macOS 15, iOS 18, *)
    @Test("no kept history breaks a promise any more", arguments: names)
    func isKeptNow(name: String) throws {
        let text = try Data(contentsOf: Self.directory.appending(path: name))
        let lines = text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        let (history, withStore) = try HistoryFile.history(from: lines)
        #expect(HistoryRun.violation(of: history, withStore: withStore) == nil)
    }
}
