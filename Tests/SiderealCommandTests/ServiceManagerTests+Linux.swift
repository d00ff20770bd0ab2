#if canImport(Glibc)
    import Foundation
    import Glibc
    import TestSupport
    import Testing

    /// Datagrams to a service manager, in the form of sd_notify(3).
    @Suite("siderealctl watch under a service manager", .waitsForProcesses) struct ServiceManagerTests {
        let command: Command

        init() throws { command = try Command() }

        /// Listens at a path, or at an abstract name if that begins with "@".
        private func listener(at name: String) throws -> Int32 {
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var path = Array(name.utf8)
            if path.first == UInt8(ascii: "@") { path[0] = 0 }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
            let bound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            try #require(bound == 0)
            return descriptor
        }

        /// All datagrams that have arrived.
        private func datagrams(_ descriptor: Int32) -> [[UInt8]] {
            var all: [[UInt8]] = []
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return all }
                all.append(Array(bytes.prefix(count)))
            }
        }

        private func texts(_ descriptor: Int32) -> [String] {
            datagrams(descriptor).map { String(decoding: $0, as: UTF8.self) }
        }

        /// The fields of an entry, which https://systemd.io/JOURNAL_NATIVE_PROTOCOL/ describes.
        private func fields(_ entry: [UInt8]) throws -> [String: String] {
            var rest = entry[...]
            var fields: [String: String] = [:]
            func add(_ name: some Sequence<UInt8>, _ value: some Sequence<UInt8>) {
                fields[String(decoding: Array(name), as: UTF8.self)] = String(decoding: Array(value), as: UTF8.self)
            }
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                rest = rest[(end + 1)...]
                if let sign = line.firstIndex(of: UInt8(ascii: "=")) {
                    add(line[..<sign], line[(sign + 1)...])
                } else {
                    let count = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                    try #require((0..<rest.count).contains(count), "\(count) of \(rest.count) bytes")
                    add(line, rest.dropFirst(8).prefix(count))
                    rest = rest.dropFirst(8 + count)
                    #expect(rest.popFirst() == UInt8(ascii: "\n"))
                }
            }
            #expect(rest.isEmpty)
            return fields
        }

        @Test("readiness, status, watchdog signals and the end are sent to the manager", arguments: [false, true])
        func told(isAbstract: Bool) throws {
            let name = isAbstract ? "@sidereal-test-\(UUID().uuidString)" : command.path("notify")
            let descriptor = try listener(at: name)
            defer { close(descriptor) }
            let result = try command.run(
                ["watch", "--state", command.path("s"), "--for", "1"],
                environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "200000"])
            result.expectSuccess()
            let told = texts(descriptor)
            #expect(told.first == "READY=1\nSTATUS=true time unknown: no server has sent it")
            #expect(told.last == "STOPPING=1")
            #expect(told.contains("WATCHDOG=1"))
        }

        @Test("watchdog signals for another process are not sent, and a missing manager is not an error")
        func others() throws {
            let descriptor = try listener(at: command.path("notify"))
            defer { close(descriptor) }
            let watch = ["watch", "--state", command.path("s"), "--for", "1"]
            try command.run(
                watch,
                environment: [
                    "NOTIFY_SOCKET": command.path("notify"), "WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1",
                ]
            ).expectSuccess()
            #expect(!texts(descriptor).contains("WATCHDOG=1"))
            for name in [command.path("gone"), "relative", "/" + String(repeating: "x", count: 200)] {
                try command.run(watch, environment: ["NOTIFY_SOCKET": name]).expectSuccess()
            }
        }

        @Test("systemd's journal receives each event as one entry, with the event's values as fields")
        func entries() throws {
            let descriptor = try listener(at: command.path("journal"))
            defer { close(descriptor) }
            let nobody = try NTPPeer.nobody()
            let script = """
                exec > out
                export JOURNAL_STREAM=$(stat -L -c %d:%i out)
                exec "$0" watch --state s --ntp \(nobody) --exec '[ "$SIDEREAL_EVENT" = begun ] || kill -TERM $PPID'
                """
            let result = try command.run(
                ["-c", script, try Command.executable.path], of: URL(filePath: "/bin/sh"),
                environment: ["SIDEREAL_SYSTEMD_JOURNAL": command.path("journal")])
            result.expectSuccess()
            #expect(try command.read("out").isEmpty)
            let entries = try datagrams(descriptor).map { try fields($0) }
            #expect(entries.map { $0["SIDEREAL_EVENT"] } == ["begun", "polled"])
            let (begun, polled) = (try #require(entries.first), try #require(entries.last))
            #expect(begun["SIDEREAL_BOOT_VERDICT"] == "first" && begun["SIDEREAL_BOOT_SETTLED"] == "false")
            #expect(polled["PRIORITY"] == "6" && polled["SYSLOG_IDENTIFIER"] == "siderealctl")
            let lines = try #require(polled["MESSAGE"]?.split(separator: "\n"))
            #expect(lines.count == 2 && lines[0].contains("  asked one server") && lines[1].contains(": unreachable"))
            #expect(try #require(Double(polled["SIDEREAL_WALL_SECONDS"] ?? "")) > 1e9)
            #expect(polled["SIDEREAL_SOURCES"]?.hasPrefix(#"[{"source":"\#(nobody)","kind":"ntp","#) == true)
            #expect(polled["SIDEREAL_TRUSTED_KIND"] == "unknown" && polled["SIDEREAL_TRUSTED_LATEST_SECONDS"] == nil)
            #expect(polled.keys.allSatisfy { $0.wholeMatch(of: /[A-Z][A-Z0-9_]*/) != nil && $0.count <= 64 })
        }

        @Test("without the journal's socket, lines for systemd's journal begin with their priority")
        func priorities() throws {
            // The descriptors of a file that this shell opens are its stream.
            let script = """
                exec > out 2> err
                JOURNAL_STREAM=$(stat -L -c %d:%i out) "$0" watch --state s --for 0
                JOURNAL_STREAM=$(stat -L -c %d:%i err) "$0" watch --nonsense
                """
            _ = try command.run(
                ["-c", script, try Command.executable.path], of: URL(filePath: "/bin/sh"),
                environment: ["SIDEREAL_SYSTEMD_JOURNAL": command.path("gone")])
            #expect(try command.read("out").hasPrefix("<6>2"))
            #expect(try command.read("err").hasPrefix("<3>siderealctl: watch: "))
        }
    }
#endif
