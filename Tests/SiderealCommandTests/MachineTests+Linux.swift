#if os(Linux)
    import TestSupport
    import Testing

    @Suite("siderealctl's options about the machine", .waitsForProcesses) struct MachineTests {
        let command: Command

        init() throws { command = try Command() }

        func check(_ more: String...) throws -> Command.Result {
            try command.run(["check", "--json", "--state", command.path("state")] + more)
        }

        @Test("--machine replaces the system's identity, and the same name gives the same identity")
        func named() throws {
            var machines: [String] = []
            for name in ["one", "one", "two"] {
                let journal = "journal \(machines.count)"
                try check("--machine", name, "--journal", command.path(journal)).expectSuccess()
                let launch = try #require(try command.read(journal).split(separator: "\n").first)
                let machine = try #require(launch.firstMatch(of: /"machine":"([0-9a-f]{32})"/))
                machines.append(String(machine.1))
            }
            #expect(machines[0] == machines[1] && machines[1] != machines[2])
        }

        @Test("--boot-id accepts only the kernel's boot identity")
        func bootIdentity() throws {
            let kernel = "/proc/sys/kernel/random/"
            try check("--boot-id", kernel + "boot_id").expectSuccess()
            try command.write("0b57ac1e-0000-4000-8000-5ca1ab1e0000\n", to: "fake")
            let cases = [
                (command.path("fake"), "is not a kernel file"), (command.path("none"), "is missing"),
                (kernel + "uuid", "changes from one read to the next"), (kernel + "poolsize", "contains no UUID"),
            ]
            for (path, words) in cases {
                try check("--boot-id", path).expectFailure(64, saying: "--boot-id names \(path), which \(words)")
            }
        }
    }
#endif
