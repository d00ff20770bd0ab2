import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing

/// A store that version 1 left, and processes of version 1 beside newer ones.
@Suite("stores of version 1") struct StoreVersion1Tests {
    static let page = "store/settings.count"

    /// A process of version 1: whole commits, told by the word of a page of their own.
    private func write(_ number: Int, _ device: StoryDisk) throws {
        let disk = device.disk.process(8)
        let table = StoreTable().applying(["count": Array("\(number)".utf8)])
        try Version1File.write(table.payload, to: StoryDisk.path, on: disk)
        let page = try disk.open(Self.page, .openOrCreate)
        try disk.writeFully(page, [UInt8(number), 0, 0, 0, 0, 0, 0, 1], at: 0)
        disk.close(page)
    }

    /// A device on which version 1 has written.
    private func prepare() throws -> StoryDisk {
        let device = StoryDisk()
        try device.disk.process(8).makeDirectories(StoryDisk.directory)
        for number in [2, 4] { try write(number, device) }
        return device
    }

    @Test("values that version 1 writes are seen, and carried over")
    func whatOldWritersWriteIsSeen() async throws {
        let device = StoryDisk()
        try device.disk.process(8).makeDirectories(StoryDisk.directory)
        let reader = try device.launch(2)
        // It makes the sidecar, with a word that old writers leave as it is.
        #expect(reader.store.read(.count) == .absent)
        for number in [4, 6, 8] {
            try write(number, device)
            #expect(reader.store.read(.count) == .value(number))
            #expect(reader.store.read(.count) == .value(number))
        }
        let writer = try device.launch(1)
        try await writer.store.set(9, for: .other)
        for store in [writer.store, reader.store, try device.launch(3).store] {
            #expect(store.read(.count) == .value(8) && store.read(.other) == .value(9))
        }
    }

    /// Whenever old readers look at the page, it tells them to look at the file before that is another one; and nothing
    /// there is left that they would understand.
    @Test("readers of version 1 are notified before the file becomes a newer one")
    func oldReadersAreTold() async throws {
        let bytes = try prepare().disk.contents(of: StoryDisk.path)
        var call = 0
        while true {
            let device = try prepare()
            let old = device.disk.process(7)
            let page = try old.open(Self.page, .readOnly)
            let word = try old.readFully(page, at: 0, count: 8)
            let app = try device.launch(1)
            let isStale = Lock<Bool?>(nil)
            device.disk.interpose(process: 1, call: call) {
                let isChanged = device.disk.contents(of: StoryDisk.path) != bytes
                let isTold = (try? old.readFully(page, at: 0, count: 8)) != word
                isStale.withLock { $0 = isChanged && !isTold }
            }
            try await app.store.set(5, for: .count)
            guard let isStale = isStale.withLock({ $0 }) else { break }
            #expect(!isStale, "call \(call)")
            #expect(!device.disk.names.contains(Self.page))
            let file = try #require(device.disk.contents(of: StoryDisk.path))
            for start in [0, file.count / 2] { #expect([0, 2].contains(file[start + 16]), "call \(call)") }
            call += 1
        }
        #expect(call > 10)
    }

    @Test("a commit that readers of version 1 couldn't notice is refused")
    func aPageThatCannotBeWrittenIsTold() async throws {
        let device = try prepare()
        let app = try device.launch(1)
        device.disk.remove(Self.page)
        try device.disk.process(8).makeDirectory(Self.page)
        let failure = await #expect(throws: StoreError.self) { try await app.store.set(5, for: .count) }
        #expect(failure?.path == Self.page)
        #expect(app.store.read(.count) == .value(4))
    }
}
