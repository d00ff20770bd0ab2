import SiderealSimulation

// The C library declares its standard streams as variables, although they never change.
#if canImport(Darwin)
    @preconcurrency import Darwin
#else
    @preconcurrency import Glibc
#endif

/// A reader that returns a file line by line and uses a limited amount of memory. It throws if a line is too long.
struct LineReader: ~Copyable {
    /// The largest length of a line in bytes: about a thousand times the usual length of a journal's line.
    private static let mostBytesOfLine = 1 << 20
    private static let mostBytes = 64 << 20
    private let path: String
    private let file: UnsafeMutablePointer<FILE>
    private var number = 0

    /// Opens a file. A configuration must be a regular file, because opening a pipe that has no writer would block.
    init(path: String, isConfiguration: Bool = false) throws(CommandError) {
        self.path = path
        if isConfiguration {
            // The check uses the path and not an open file, because opening a pipe waits for a writer.
            var status = stat()
            guard stat(path, &status) == 0 else { throw LineReader.error(path, errno) }
            // /dev/null counts as an empty file.
            guard path == "/dev/null" || status.st_mode & S_IFMT == S_IFREG else {
                throw .inputOutput("can't read \(path): it is not a regular file")
            }
        }
        guard let file = fopen(path, "re") else { throw LineReader.error(path, errno) }
        self.file = file
    }

    deinit { fclose(file) }

    /// Returns the next line without its newline, or `nil` after the last line.
    mutating func next() throws(CommandError) -> [UInt8]? {
        var line: [UInt8] = []
        number += 1
        while true {
            let byte = getc(file)
            if byte == EOF {
                if ferror(file) != 0 { throw LineReader.error(path, errno) }
                if line.isEmpty { return nil }
                break
            }
            if byte == Int32(UInt8(ascii: "\n")) { break }
            guard line.count < LineReader.mostBytesOfLine else {
                throw .badData("\(path): line \(number): the line is longer than a megabyte")
            }
            line.append(UInt8(truncatingIfNeeded: byte))
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// Reads all lines of a file, or of standard input if the path is "-". Returns the value that `read` makes from
    /// the lines.
    static func all<Value>(
        of path: String, as read: ([[UInt8]]) throws(HistoryFile.Malformed) -> Value
    ) throws(CommandError) -> Value {
        var reader = try LineReader(path: path == "-" ? "/dev/stdin" : path)
        var lines: [[UInt8]] = []
        var count = 0
        while let line = try reader.next() {
            count += line.count + 1
            guard count <= mostBytes else { throw .badData("\(path): it is longer than 64 megabytes") }
            lines.append(line)
        }
        do throws(HistoryFile.Malformed) {
            return try read(lines)
        } catch {
            throw .badData("\(path): line \(error.line): \(error.reason)")
        }
    }

    private static func error(_ path: String, _ number: Int32) -> CommandError {
        .inputOutput("can't read \(path): \(Terminal.describe(number))")
    }
}

/// A writer that creates a file and writes it line by line.
struct LineWriter {
    private let path: String
    /// The name of the file in error messages.
    private let name: String
    private let file: UnsafeMutablePointer<FILE>

    /// Creates the file. Throws if the file exists. Error messages contain `name`, or the path if `name` is `nil`.
    init(creating path: String, for name: String? = nil) throws(CommandError) {
        self.path = path
        self.name = name ?? path
        guard let file = fopen(path, "wxe") else { throw LineWriter.error(self.name, errno) }
        self.file = file
    }

    func write(_ line: String) throws(CommandError) {
        guard fputs(line + "\n", file) >= 0 else { throw LineWriter.error(name, errno) }
    }

    /// Makes the file readable for other users even if the umask forbids it.
    func publish() throws(CommandError) {
        guard fchmod(fileno(file), 0o644) == 0 else { throw LineWriter.error(name, errno) }
    }

    /// Removes the file.
    func discard() {
        fclose(file)
        unlink(path)
    }

    /// Syncs and closes the file, so that a file that replaces another one is whole after a power cut. If that fails,
    /// the content is incomplete, so the method removes the file and throws.
    func close() throws(CommandError) {
        // EINVAL: the file system can't sync.
        let isSynced = fflush(file) == 0 && (fsync(fileno(file)) == 0 || errno == EINVAL)
        let number = errno
        guard fclose(file) == 0, isSynced else {
            let number = isSynced ? errno : number
            unlink(path)
            throw LineWriter.error(name, number)
        }
    }

    private static func error(_ path: String, _ number: Int32) -> CommandError {
        .inputOutput("can't write \(path): \(Terminal.describe(number))")
    }
}

/// Writes a page to a new file or to standard output.
enum Page {
    /// Writes the page. Never replaces a file. If the page can't be made, no file remains.
    static func write(
        at place: String, _ terminal: Terminal, _ make: () throws(CommandError) -> String
    ) throws(CommandError) {
        if place == "-" { return try terminal.write(try make()) }
        let output = try LineWriter(creating: place)
        do throws(CommandError) {
            try output.write(try make())
        } catch {
            output.discard()
            throw error
        }
        try output.close()
    }
}

/// Replaces a small file as a whole. A program that reads the file gets either the old content or the new content.
enum WholeFile {
    static func replace(_ path: String, with text: String) throws(CommandError) {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // The temporary file has a hidden name, so no metrics collector reads it.
        let temporary = path[..<cut] + ".\(path[cut...]).\(getpid())"
        unlink(String(temporary))
        let output = try LineWriter(creating: String(temporary), for: path)
        do throws(CommandError) {
            try output.write(text)
            try output.publish()
        } catch {
            output.discard()
            throw error
        }
        try output.close()
        guard rename(String(temporary), path) == 0 else {
            let number = errno
            unlink(String(temporary))
            throw .inputOutput("can't write \(path): \(Terminal.describe(number))")
        }
    }
}
