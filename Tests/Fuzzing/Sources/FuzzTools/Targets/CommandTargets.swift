import Foundation
import SiderealCore
import SiderealTime

@testable import SiderealCommand

extension FuzzTarget {
    /// Arguments of `siderealctl`, separated by line feeds. Each becomes a flag, a value or an operand; numbers are
    /// within their limits; a named server is parsed again as the same; and each error can be printed.
    static let commandLine = FuzzTarget(name: "command-line", longest: 512, words: optionWords) { bytes in
        let words = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        do throws(CommandError) {
            let parsed = try Arguments(words, of: CheckCommand.page)
            demand(parsed.values.values.allSatisfy { !$0.isEmpty }, "a value is not empty")
            demand(parsed.repeated.allSatisfy { !$0.value.isEmpty }, "a repeated value is not empty")
            let taken = parsed.flags.count + parsed.values.count + parsed.repeated.count + parsed.operands.count
            demand(taken <= words.count, "there is not more than was given")
            let options = try SourceOptions(parsed, of: "check")
            demand(options.timeout > .zero && options.timeout <= .seconds(1_000_000_000), "\(options.timeout)")
            demand(options.tolerance >= .zero, "a tolerance is not negative")
            for server in options.named { check(server) }
            demand(options.named.count == parsed.repeated.count, "each server that is named is one")
            // Makes sockets and threads, which parse nothing and take a third of the time.
            if isSampled(bytes) { _ = try options.sources(options.named) }
        } catch {
            // Only the file of authorities is read. If it can't be, the status shows it.
            let isOfFile = error.status == 74 && words.contains { $0.hasPrefix("--ca-file") }
            check(error, status: isOfFile ? 74 : 64, ofAll: bytes)
        }
    }

    private static let optionWords =
        CheckCommand.page.options.map { "--" + $0.name } + [
            "--help", "-h", "--", "=", "https://", "http://", "[::1]:123", "user:pass@", "1e9", "nan", "inf", "0x1p3",
            "-0",
        ]

    /// The file that names the servers. An accepted file survives being written and read.
    static let sourcesFile = FuzzTarget(name: "sources-file", longest: 512) { bytes in
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
        do throws(CommandError) {
            let named = try read(bytes)
            demand(named.count <= lines.count, "a line names one server")
            for server in named { check(server) }
            demand(!named.isEmpty, "a file that names no server is refused")
            let text = named.map { "\(option($0)) \($0.text)\n" }.joined()
            let again = try read(Array(text.utf8))
            demand(again == named, "what is written is read as the same")
        } catch {
            check(error, status: 65, ofAll: bytes)
        }
    }

    private static func option(_ server: SourceOptions.Named) -> String {
        server.kind.port == nil ? "server" : server.kind.rawValue
    }

    private static func check(_ server: SourceOptions.Named) {
        let again = try? SourceOptions.named(option(server), server.text) { .usage($0) }
        demand(again == server, "'\(server.text)' is read as the same")
        if let place = server.place {
            demand(place.port > 0 && (1...255).contains(place.host.utf8.count), "\(place) is a place")
        }
    }

    private static func check(_ error: CommandError, status: Int32, ofAll bytes: [UInt8]) {
        demand(error.status == status, "the status is \(error.status), not \(status): \(error.message)")
        guard isSampled(bytes) else { return }
        let shown = Terminal.visible(error.message)
        demand(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }, "a message can be shown")
    }

    /// A directory in memory, if there is such a file system, because each input is written.
    private static let directory = {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let base = access(memory.path, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory
        let directory = base.appending(path: "sidereal-fuzzing-\(getpid())", directoryHint: .isDirectory)
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        atexit { FuzzTarget.removeFiles() }
        return directory
    }()

    private static func removeFiles() { try? FileManager.default.removeItem(at: directory) }

    private static let path = directory.appending(path: SourcesFile.name).path

    /// A file that stays open from the first input on.
    private static let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)

    private static func read(_ bytes: [UInt8]) throws(CommandError) -> [SourceOptions.Named] {
        demand(ftruncate(file, off_t(bytes.count)) == 0, "a file can be written at \(path)")
        demand(pwrite(file, bytes, bytes.count, 0) == bytes.count, "a file is written whole")
        return try SourcesFile.read(in: directory)
    }
}
