import Foundation
import NotesDatabase
import Sidereal
import SiderealTesting
import Testing

@Suite("An SQLite database behind the gate")
struct NotesDatabaseTests {
    /// A folder of the test's own, which goes with it.
    final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sidereal-\(UUID().uuidString)")
        var database: URL { url.appendingPathComponent("notes.sqlite") }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    @Test("A launch before the first unlock waits, and then has all notes")
    func early() async throws {
        let folder = try Folder()
        let unlocked = NotesDatabase(folder.database, gate: HeldGate(.unlocked).gate)
        #expect(try await unlocked.add("milk"))
        #expect(try await unlocked.add("bread"))

        let held = HeldGate()
        let early = NotesDatabase(folder.database, gate: held.gate)
        await #expect(throws: UnlockError.self) {
            try await ProtectedFile(folder.database, gate: held.gate).waitUntilReadable(timeout: .zero)
        }
        let notes = Task { try await early.notes() }
        for _ in 0..<100 { await Task.yield() }
        #expect(try await unlocked.add("eggs"))
        held.open()
        #expect(try await notes.value == ["milk", "bread", "eggs"])
    }

    @Test("Before the first unlock no database is created")
    func new() async throws {
        let folder = try Folder()
        let held = HeldGate()
        let early = NotesDatabase(folder.database, gate: held.gate)
        let added = Task { try await early.add("milk") }
        for _ in 0..<100 { await Task.yield() }
        #expect(folder.names == [])
        held.open()
        #expect(try await added.value)
        #expect(try await early.notes() == ["milk"])
    }

    @Test("A readable file that isn't a database is reported, and stays as it is")
    func damaged() async throws {
        let folder = try Folder()
        let text = Data("this is not a database, and long enough to be read as the header of one".utf8)
        try text.write(to: folder.database)
        let notes = NotesDatabase(folder.database, gate: HeldGate(.unlocked).gate)
        await #expect(throws: SQLiteError.self) { try await notes.notes() }
        #expect(try Data(contentsOf: folder.database) == text)
    }
}
