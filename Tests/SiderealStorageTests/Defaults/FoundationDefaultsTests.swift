#if !canImport(Darwin)
    import Foundation
    import SiderealBase
    import SiderealStorage
    import SiderealSystem
    import TestSupport
    import Testing

    /// UserDefaults on Linux have the fault, too: they keep their first answer, even if it is empty. The suite is
    /// serialized because synchronizing any domain makes the process read all of them anew.
    @Suite("gated defaults on the real UserDefaults", .serialized) struct FoundationDefaultsTests {
        let suite = "sidereal-test-\(RealFileSystem().randomWord())"

        private var file: String {
            let environment = ProcessInfo.processInfo.environment
            let directory = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
            return "\(directory)/\(suite).plist"
        }

        private func defaults(word: String) throws -> GatedDefaults {
            GatedDefaults(
                domain: try #require(DefaultsDomain.foundation(suite: suite)), word: word,
                gate: FirstUnlockGate(environment: .live) { .unlocked })
        }

        private func write(_ contents: [String: Any]) throws {
            let bytes = try PropertyListSerialization.data(fromPropertyList: contents, format: .binary, options: 0)
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try bytes.write(to: URL(filePath: file))
        }

        private func stored() throws -> [String: PropertyListValue] {
            guard case .values(let values) = DefaultsOnDisk(file: file, fileSystem: RealFileSystem()) else {
                throw CocoaError(.fileReadUnknown)
            }
            return values
        }

        private func cleanUp() {
            UserDefaults.standard.removePersistentDomain(forName: suite)
            try? FileManager.default.removeItem(atPath: file)
        }

        @Test("a follower receives a change by another object in this process", .timeLimit(Patience.ofATest))
        func changeElsewhere() async throws {
            defer { cleanUp() }
            let changes = try defaults(word: "first").changes(of: "count", as: Int.self)
            let seen = Lock<[ProtectedReading<Int>]>([])
            let follower = Task {
                for await reading in changes { seen.withLock { $0.append(reading) } }
            }
            defer { follower.cancel() }
            await until { seen.withLock { $0 } == [.absent] }
            try defaults(word: "second").set(1, for: "count")
            await until { seen.withLock { $0 } == [.absent, .value(1)] }
            try defaults(word: "second").remove("count")
            await until { seen.withLock { $0 } == [.absent, .value(1), .absent] }
        }

        @Test("values of all types reach the disk and are read back")
        func whatIsStoredIsOnDiskAndComesBack() throws {
            defer { cleanUp() }
            let first = try defaults(word: "first")
            #expect(first.read("text", as: String.self) == .absent)
            try first.set("x", for: "text")
            try first.set(true, for: "boolean")
            try first.set(Int.max, for: "integer")
            try first.set(2.5, for: "real")
            try first.set(1.0, for: "one")
            try first.set(Data([0, 255]), for: "data")
            try first.set(Date(timeIntervalSinceReferenceDate: 3), for: "date")
            try first.set(["a", "b"], for: "array")
            try first.set(["k": ["n": 1]], for: "dictionary")
            try first.set(["gone"], for: "gone")
            try first.remove("gone")
            let names = ["text", "boolean", "integer", "real", "one", "data", "date", "array", "dictionary"]
            let stored = try stored()
            #expect(Set(stored.keys) == Set(names + [DefaultsFreshness.sentinelKey]))
            let domain = try #require(DefaultsDomain.foundation(suite: suite))
            for (key, value) in stored { #expect(value.checksum == domain.value(key)?.checksum) }
            let second = try defaults(word: "second")
            #expect(second.read("text") == .value("x"))
            #expect(second.read("boolean") == .value(true))
            #expect(second.read("integer") == .value(Int.max))
            #expect(second.read("real") == .value(2.5))
            #expect(second.read("one") == .value(1.0))
            #expect(second.read("data") == .value(Data([0, 255])))
            #expect(second.read("date") == .value(Date(timeIntervalSinceReferenceDate: 3)))
            #expect(second.read("array") == .value(["a", "b"]))
            #expect(second.read("dictionary") == .value(["k": ["n": 1]]))
            #expect(second.read("gone", as: [String].self) == .absent)
        }

        @Test("an empty answer that UserDefaults keeps is not trusted")
        func theEmptyAnswerThatIsKeptIsNotBelieved() throws {
            defer { cleanUp() }
            let plain = try #require(UserDefaults(suiteName: suite))
            #expect(plain.object(forKey: "token") == nil)
            try write(["token": "secret", "count": 7])
            // Registered defaults hide it in UserDefaults.
            plain.register(defaults: ["\(suite)-count": 0])
            #expect(plain.object(forKey: "token") == nil)
            let gated = try defaults(word: "first")
            #expect(gated.read("token", as: String.self) == .unavailable(.stale))
            plain.set(1, forKey: "launches")
            #expect(gated.read("token", as: String.self) == .unavailable(.stale))
            // A next launch would do this.
            _ = plain.synchronize()
            #expect(gated.read("token") == .value("secret"))
            #expect(gated.read("count") == .value(7))
            #expect(gated.read("launches") == .value(1))
        }

        @Test("registered defaults don't count as stored")
        func registeredDefaultsAreNotStored() throws {
            defer { cleanUp() }
            let plain = try #require(UserDefaults(suiteName: suite))
            _ = plain.object(forKey: "token")
            try write(["\(suite)-theme": "dark"])
            plain.register(defaults: ["\(suite)-theme": "light"])
            #expect(plain.string(forKey: "\(suite)-theme") == "light")
            let gated = try defaults(word: "first")
            #expect(gated.read("\(suite)-theme", as: String.self) == .unavailable(.stale))
            try gated.resetIfUnrecoverable()
            #expect(gated.read("\(suite)-theme", as: String.self) == .absent)
            #expect(Array(try stored().keys) == [DefaultsFreshness.sentinelKey])
        }

        @Test("if the file can't be read or parsed, the reading gives the reason")
        func aFileThatCannotBeReadProvesNothing() throws {
            defer { cleanUp() }
            // Not even root can read a directory as a file.
            try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
            let gated = try defaults(word: "first")
            let isDirectory = Unavailability.unreadable(errno: ErrorNumber.isDirectory.rawValue)
            #expect(gated.read("a", as: Int.self) == .unavailable(isDirectory))
            try FileManager.default.removeItem(atPath: file)
            try Data("no list".utf8).write(to: URL(filePath: file))
            #expect(gated.read("a", as: Int.self) == .unavailable(.damaged))
        }

        @Test("the standard defaults contain the app's values, in memory and on disk")
        func standardDefaultsShowWhatTheAppHasSet() throws {
            let key = "\(suite)-key"
            let domain = try #require(DefaultsDomain.foundation(suite: nil))
            UserDefaults.standard.set("x", forKey: key)
            #expect(domain.value(key) == .string("x"))
            domain.remove(key)
            #expect(UserDefaults.standard.object(forKey: key) == nil)
            domain.set(key, .integer(5))
            #expect(UserDefaults.standard.integer(forKey: key) == 5)
            #expect(domain.keys().contains(key))
            guard case .values(let stored) = domain.onDisk() else {
                Issue.record("no file")
                return
            }
            #expect(stored[key] == .integer(5))
            domain.remove(key)
        }
    }
#endif
