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
        private func datagrams(_ descriptor: Int32) -> [String] {
            var all: [String] = []
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return all }
                all.append(String(decoding: bytes.prefix(count), as: UTF8.self))
            }
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
            let told = datagrams(descriptor)
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
            #expect(!datagrams(descriptor).contains("WATCHDOG=1"))
            for name in [command.path("gone"), "relative", "/" + String(repeating: "x", count: 200)] {
                try command.run(watch, environment: ["NOTIFY_SOCKET": name]).expectSuccess()
            }
        }

        @Test("lines for systemd's journal begin with their priority")
        func priorities() throws {
            // The descriptors of a file that this shell opens are its stream.
            let script = """
                exec > out 2> err
                JOURNAL_STREAM=$(stat -L -c %d:%i out) "$0" watch --state s --for 0
                JOURNAL_STREAM=$(stat -L -c %d:%i err) "$0" watch --nonsense
                """
            _ = try command.run(["-c", script, try Command.executable.path], of: URL(filePath: "/bin/sh"))
            #expect(try command.read("out").hasPrefix("<6>2"))
            #expect(try command.read("err").hasPrefix("<3>siderealctl: watch: "))
        }
    }
#endif
