import Foundation
import SiderealTime
import TestSupport
import Testing

@Suite("many threads on few directories") struct StressTests {
    @Test("concurrent observatories throw no error and report no reboot")
    func manyThreadsOnFewDirectories() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-stress-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        let failures = Collected<String>()
        DispatchQueue.concurrentPerform(iterations: 400) { index in
            let directory = root.appending(path: "d\(index % 3)", directoryHint: .isDirectory)
            do {
                let observatory = try Observatory(
                    directory: directory, observer: "o\(index % 7)", savesAutomatically: index % 2 == 0)
                let mark = try observatory.moment()
                if index % 5 == 0 { try observatory.save() }
                let verdict = try observatory.verdict(since: mark)
                if verdict.didReboot == true { failures.add("a reboot at \(index)") }
                _ = try observatory.elapsed(since: mark)
                _ = observatory.bootVerdict.reason
                _ = observatory.bootVerdict
                _ = try observatory.reading()
            } catch {
                failures.add("\(error)")
            }
        }
        #expect(failures.all == [])
    }
}
