import Foundation
import Sidereal
import Testing

/// Many threads on few directories, all at once.
@Suite("many threads on few directories") struct StressTests {
    @Test("concurrent observatories throw no error and see no reboot")
    func manyThreadsOnFewDirectories() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-stress-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: 400) { index in
            let directory = root.appending(path: "d\(index % 3)", directoryHint: .isDirectory)
            do {
                let observatory = try Observatory(
                    directory: directory, observer: "o\(index % 7)", savesAutomatically: index % 2 == 0)
                let mark = try observatory.mark()
                if index % 5 == 0 { try observatory.save() }
                let verdict = try observatory.verdict(since: mark)
                if verdict.didReboot == true { failures.add("a reboot at \(index)") }
                _ = try observatory.elapsed(since: mark)
                _ = RebootDetector(observatory).check().reason
                _ = observatory.bootVerdict
                _ = try observatory.reading()
            } catch {
                failures.add("\(error)")
            }
        }
        #expect(failures.all.isEmpty)
    }
}

private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []
    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var all: [String] { lock.withLock { texts } }
}
