import SiderealSimulation

// The C library declares its standard streams as variables, though nobody sets them.
#if canImport(Darwin)
    @preconcurrency import Darwin
#else
    @preconcurrency import Glibc
#endif

/// Reads a file line by line, whatever its size. A line that does not end is refused: memory is not for the taking.
struct LineReader: ~Copyable {
    /// A thousand times what a journal's lines have.
    private static let mostBytesOfLine = 1 << 20
    private static let mostBytes = 64 << 20
    private let path: String
    private let file: UnsafeMutablePointer<FILE>
    private var number = 0

    /// A configuration is a regular file: nobody may be there to write into a pipe.
    init(path: String, isConfiguration: Bool = false) throws(CommandError) {
        self.path = path
        if isConfiguration {
            // Not the open file's: opening a pipe waits for its writer.
            var status = stat()
            guard stat(path, &status) == 0 else { throw LineReader.error(path, errno) }
            // That is an empty one.
            guard path == "/dev/null" || status.st_mode & S_IFMT == S_IFREG else {
                throw .inputOutput("can't read \(path): it is no regular file")
            }
        }
        guard let file = fopen(path, "re") else { throw LineReader.error(path, errno) }
        self.file = file
    }

    deinit { fclose(file) }

    /// The next line without its end, or nil after the last one.
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
                throw .badData("\(path): line \(number): it is longer than a megabyte")
            }
            line.append(UInt8(truncatingIfNeeded: byte))
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// What all lines of a file, or of standard input where the path is "-", are read as.
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

/// Writes a new file line by line.
struct LineWriter {
    private let path: String
    /// What errors call it.
    private let name: String
    private let file: UnsafeMutablePointer<FILE>

    /// Refuses to replace a file. Errors call it by another name where one is given.
    init(creating path: String, for name: String? = nil) throws(CommandError) {
        self.path = path
        self.name = name ?? path
        guard let file = fopen(path, "wxe") else { throw LineWriter.error(self.name, errno) }
        self.file = file
    }

    func write(_ line: String) throws(CommandError) {
        guard fputs(line + "\n", file) >= 0 else { throw LineWriter.error(name, errno) }
    }

    /// Lets others read it, whatever the umask says.
    func publish() throws(CommandError) {
        guard fchmod(fileno(file), 0o644) == 0 else { throw LineWriter.error(name, errno) }
    }

    /// Takes back what was written.
    func discard() {
        fclose(file)
        unlink(path)
    }

    /// Makes sure that all of it has arrived; where it has not, nothing stays.
    func close() throws(CommandError) {
        guard fclose(file) == 0 else {
            let number = errno
            unlink(path)
            throw LineWriter.error(name, number)
        }
    }

    private static func error(_ path: String, _ number: Int32) -> CommandError {
        .inputOutput("can't write \(path): \(Terminal.describe(number))")
    }
}

/// Writes a page where a person wants it: to a new file, or to standard output.
enum Page {
    /// A file that is there is not replaced, and none is left behind where the page can't be made.
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

/// A small file that readers find whole: the old one, or the new one.
enum WholeFile {
    static func replace(_ path: String, with text: String) throws(CommandError) {
        let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A hidden name, which no collector reads.
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
