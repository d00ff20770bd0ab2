import Sidereal
import SiderealSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The least work that a check needs. This executable links the same libraries as `siderealctl`, opens a file,
/// overwrites as many bytes as a check, and syncs the file.
enum PlainWriter {
    static func run(path: String, bytes: Int) throws {
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw BenchmarkError(description: "can't open \(path)") }
        defer { close(descriptor) }
        let content = [UInt8](repeating: 0x5a, count: bytes)
        guard pwrite(descriptor, content, bytes, 0) == bytes else {
            throw BenchmarkError(description: "can't write \(path)")
        }
        #if canImport(Darwin)
            let isSynced = fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
        #else
            let isSynced = fdatasync(descriptor) == 0
        #endif
        guard isSynced else { throw BenchmarkError(description: "can't sync \(path)") }
    }
}

/// A comparison of `siderealctl check` with ``PlainWriter``. The benchmark launches the two programs in turn, and
/// measures the whole process.
enum CheckBenchmark {
    private static let rounds = 200

    static func run() throws {
        let directory = try Scratch.directory("check")
        let own = try ownPath()
        let tool = own.parentDirectory.map { $0 + "/siderealctl" } ?? "siderealctl"
        guard access(tool, X_OK) == 0 else {
            throw BenchmarkError(description: "\(tool) is missing: swift build -c release")
        }
        let check = [tool, "check", "--state", directory, "--json"]
        try launch(check)
        let size = try RealFileSystem().sizeOfRecord(directory)
        let plain = [own, directory + "/plain", String(size)]
        try launch(plain)
        var checks = Figures()
        var plains = Figures()
        for _ in 0..<rounds {
            try checks.measure { try launch(check) }
            try plains.measure { try launch(plain) }
        }
        print(
            "siderealctl check, and a program that opens, writes and syncs the same \(size) bytes (\(rounds) rounds)"
        )
        print("  check        \(checks.summary)")
        print("  plain write  \(plains.summary)")
        print("  ratio        \(Figures.ratio(checks.median, plains.median))")
    }

    private static func ownPath() throws -> String {
        #if canImport(Darwin)
            return CommandLine.arguments.first ?? ""
        #else
            var path = [CChar](repeating: 0, count: 4_096)
            let count = readlink("/proc/self/exe", &path, path.count)
            guard count > 0 else { throw BenchmarkError(description: "can't find this executable") }
            return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
    }

    /// Runs a program until it exits, and discards its output.
    private static func launch(_ arguments: [String]) throws {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var pointers = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var process = pid_t()
        guard posix_spawn(&process, arguments[0], &actions, nil, pointers, environ) == 0 else {
            throw BenchmarkError(description: "can't start \(arguments[0])")
        }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        guard status == 0 else { throw BenchmarkError(description: "\(arguments[0]) failed (\(status))") }
    }
}

extension RealFileSystem {
    /// Returns the size of one commit of a record: a slot's header and its payload.
    fileprivate func sizeOfRecord(_ directory: String) throws -> Int {
        let file = TwoSlotFile(path: directory + "/state", disk: self)
        guard let payload = try file.read().payload else { throw BenchmarkError(description: "there is no record") }
        return payload.count + 64
    }
}
