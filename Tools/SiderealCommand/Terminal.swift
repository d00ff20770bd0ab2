import SiderealCore
import SiderealPicture
import SiderealSimulation

// The C library declares its standard streams as variables, though nobody sets them.
#if canImport(Darwin)
    @preconcurrency import Darwin
#else
    @preconcurrency import Glibc
#endif

/// Where the command's words go: standard output and standard error, and whether they may be coloured.
struct Terminal {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    private let isColoured: Bool
    /// Whether somebody watches standard error, so that progress may be shown there.
    let showsProgress: Bool

    init() {
        // https://no-color.org: any value but an empty one.
        let refused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
        isColoured = !refused && !isDumb && isatty(1) == 1
        showsProgress = !isDumb && isatty(2) == 1
    }

    /// Opens /dev/null on the descriptors 0, 1 and 2 that are closed. Otherwise the next files that are opened,
    /// such as the record, get their numbers, and the answer is written into one of them.
    ///
    /// The answer to a caller that closed its output is lost. Without /dev/null the command fails and does nothing.
    static func openClosedDescriptors() throws(CommandError) {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // open(2) takes the lowest free number, and those below this one are open.
            guard open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) == descriptor else {
                throw .inputOutput(
                    "cannot open /dev/null in place of closed descriptor \(descriptor): \(describe(errno))")
            }
        }
    }

    func styled(_ text: String, _ style: Style) -> String {
        isColoured ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
    }

    func styled(_ phrase: Formatting.Phrase) -> String {
        if phrase.head.isEmpty { return phrase.rest }
        let style: Style =
            switch phrase.tone {
            case .plain: .bold
            case .good: .green
            case .notable: .yellow
            case .bad: .red
            }
        return styled(phrase.head, style) + phrase.rest
    }

    /// Writes a line to standard output.
    func write(_ line: String) throws(CommandError) {
        guard fputs(line + "\n", stdout) >= 0 else { throw Terminal.outputError() }
    }

    /// Makes sure that all of the output has arrived; a full disk shows only now.
    func flush() throws(CommandError) {
        guard fflush(stdout) == 0 else { throw Terminal.outputError() }
    }

    /// Shows a line on standard error in place of the one before; an empty one clears it. Nothing unless somebody
    /// watches.
    func progress(_ line: String) {
        guard showsProgress else { return }
        fputs("\r\u{1b}[K" + Terminal.visible(line), stderr)
        fflush(stderr)
    }

    func writeError(_ line: String) {
        fflush(stdout)
        fputs(Terminal.visible(line) + "\n", stderr)
    }

    /// The text with its control characters spelled out.
    static func visible(_ text: String) -> String { Formatting.visible(text) }

    func exit(_ status: Int32) -> Never {
        fflush(stdout)
        #if canImport(Darwin)
            Darwin.exit(status)
        #else
            Glibc.exit(status)
        #endif
    }

    private static func outputError() -> CommandError {
        .inputOutput("cannot write the answer: \(describe(errno))")
    }

    /// Whether this process may look into a directory.
    static func canEnter(_ directory: String) -> Bool { access(directory, X_OK) == 0 }

    /// Whether there is a file, readable or not.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func describe(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// Reads a file line by line, whatever its size.
struct LineReader: ~Copyable {
    private let path: String
    private let file: UnsafeMutablePointer<FILE>
    private var buffer: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    init(path: String) throws(CommandError) {
        self.path = path
        guard let file = fopen(path, "re") else { throw LineReader.error(path, errno) }
        self.file = file
    }

    deinit {
        free(buffer)
        fclose(file)
    }

    /// The next line without its end, or nil after the last one.
    mutating func next() throws(CommandError) -> [UInt8]? {
        errno = 0
        let count = getline(&buffer, &capacity, file)
        guard count >= 0, let buffer else {
            if ferror(file) != 0 { throw LineReader.error(path, errno) }
            return nil
        }
        var line = buffer.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
    }

    /// What all lines of a file, or of standard input where the path is "-", are read as.
    static func all<Value>(
        of path: String, as read: ([[UInt8]]) throws(HistoryFile.Malformed) -> Value
    ) throws(CommandError) -> Value {
        var reader = try LineReader(path: path == "-" ? "/dev/stdin" : path)
        var lines: [[UInt8]] = []
        while let line = try reader.next() { lines.append(line) }
        do throws(HistoryFile.Malformed) {
            return try read(lines)
        } catch {
            throw .badData("\(path): line \(error.line): \(error.reason)")
        }
    }

    private static func error(_ path: String, _ number: Int32) -> CommandError {
        .inputOutput("cannot read \(path): \(Terminal.describe(number))")
    }
}

/// Writes a new file line by line.
struct LineWriter {
    private let path: String
    private let file: UnsafeMutablePointer<FILE>

    /// Refuses to replace a file.
    init(creating path: String) throws(CommandError) {
        self.path = path
        guard let file = fopen(path, "wxe") else { throw LineWriter.error(path, errno) }
        self.file = file
    }

    func write(_ line: String) throws(CommandError) {
        guard fputs(line + "\n", file) >= 0 else { throw LineWriter.error(path, errno) }
    }

    /// Takes back what was written.
    func discard() {
        fclose(file)
        unlink(path)
    }

    /// Makes sure that all of it has arrived.
    func close() throws(CommandError) {
        guard fclose(file) == 0 else { throw LineWriter.error(path, errno) }
    }

    private static func error(_ path: String, _ number: Int32) -> CommandError {
        .inputOutput("cannot write \(path): \(Terminal.describe(number))")
    }
}

/// Writes a page where a person wants it: to a new file, or to standard output.
enum Page {
    /// A file that is there is not replaced, and none is left behind where the page cannot be made.
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
