import Foundation
import Testing

/// Runs the built `siderealctl` like a user, in a directory of its own that is removed with the test.
final class Command: Sendable {
    struct Result: Sendable {
        let status: Int32
        let output: String
        let error: String

        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    /// The only directory in which tests may write.
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("siderealctl-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: directory.appendingPathComponent(name))
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: directory.appendingPathComponent(name)), as: UTF8.self)
    }

    func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name))
    }

    /// The command that was built together with these tests, beside the test runner.
    static var executable: URL {
        get throws {
            #if os(Linux)
                let runner = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            #else
                // The runner is Xcode's; the tests are a bundle beside the command.
                let runner = Bundle(for: Command.self).bundleURL.deletingLastPathComponent()
            #endif
            let bundle = Bundle.main.bundleURL
            let places = [runner, bundle, bundle.deletingLastPathComponent()]
            let found = places.map { $0.appendingPathComponent("siderealctl") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
            return try #require(found, "siderealctl is not beside the test runner, in \(places.map(\.path))")
        }
    }

    /// Runs it to its end with some of the descriptors 0, 1 and 2 closed, after another command in the same shell.
    func run(_ arguments: [String], closing closed: Set<Int32>, after command: String = ":") throws -> Result {
        let redirections = closed.sorted().map { " \($0)>&-" }.joined()
        let script = "exec\(redirections); \(command); exec \"$0\" \"$@\""
        return try run(["-c", script, Command.executable.path] + arguments, of: URL(filePath: "/bin/sh"))
    }

    /// A signal that is sent once the command has written a text after the last signal.
    struct Signal: Sendable {
        let number: Int32
        let words: String

        init(_ number: Int32, after words: String) {
            self.number = number
            self.words = words
        }
    }

    /// Runs it, or another executable, to its end, and sends it signals. `environment` adds to an environment in which
    /// the home is this directory.
    func run(
        _ arguments: [String], of executable: URL? = nil, input: String = "", environment: [String: String] = [:],
        terminal: FileHandle? = nil, signals: Signal...
    ) throws -> Result {
        let process = Process()
        process.executableURL = try executable ?? Command.executable
        process.arguments = arguments
        process.currentDirectoryURL = directory
        var all = ProcessInfo.processInfo.environment
        for name in ["XDG_STATE_HOME", "NO_COLOR", "TERM"] { all[name] = nil }
        all["HOME"] = directory.path
        all.merge(environment) { $1 }
        process.environment = all
        let (output, error, source) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = terminal.map { $0 as Any } ?? output
        process.standardError = error
        process.standardInput = source
        // The input fits into the pipe, so the write doesn't wait for a reader.
        try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try source.fileHandleForWriting.close()
        // A process inherits ignored signals, as from nohup, and would never end.
        for expected in signals { _ = signal(expected.number, SIG_DFL) }
        try process.run()
        var written = Data()
        for signal in signals {
            let before = written.count
            while !String(decoding: written.dropFirst(before), as: UTF8.self).contains(signal.words) {
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { break }
                written += more
            }
            kill(process.processIdentifier, signal.number)
        }
        if terminal == nil { written += output.fileHandleForReading.readDataToEndOfFile() }
        let complaint = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: written, as: UTF8.self), error: String(decoding: complaint, as: UTF8.self))
    }
}

extension Command.Result {
    /// Expects that the command ended with a status and one line on standard error: its name, and these words.
    func expectFailure(_ expected: Int32, saying words: String..., location: SourceLocation = #_sourceLocation) {
        #expect(status == expected, "\(error)", sourceLocation: location)
        #expect(error.hasPrefix("siderealctl: "), "\(error)", sourceLocation: location)
        #expect(error.split(separator: "\n").count == 1, "\(error)", sourceLocation: location)
        for word in words { #expect(error.contains(word), "\(error)", sourceLocation: location) }
    }

    func expectSuccess(location: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(error)", sourceLocation: location)
        #expect(error == "", sourceLocation: location)
    }

    /// Each line of the output, decoded.
    func answers() throws -> [Answer] {
        let answers = try lines.map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
        for answer in answers { answer.expectTrueSeconds() }
        return answers
    }

    /// The output's one line, decoded.
    func answer() throws -> Answer {
        #expect(lines.count == 1)
        return try #require(try answers().first)
    }
}
