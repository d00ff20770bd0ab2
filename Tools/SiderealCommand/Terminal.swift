import SiderealCore
import SiderealPicture

// The C library declares its standard streams as variables, although they never change.
#if canImport(Darwin)
    @preconcurrency import Darwin
#else
    @preconcurrency import Glibc
#endif

/// The command's standard output and standard error. A terminal can show colors and progress.
package struct Terminal {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    private let isColoured: Bool
    /// A Boolean value that indicates whether standard error is a terminal, which can show progress.
    private(set) var showsProgress: Bool
    private var isQuiet = false
    private let isJournalled: Bool
    /// systemd's journal, or `nil` if standard output is not connected to it.
    private let systemdJournal: SystemdJournal?
    private let areErrorsJournalled: Bool

    /// A priority of syslog(3). systemd's journal expects it at the beginning of a line, as sd-daemon(3) describes.
    enum Priority: Int {
        case error = 3
        case warning = 4
        case information = 6
    }

    package init() {
        // https://no-color.org: any value that is not empty disables colors.
        let refused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? true
        isColoured = !refused && !isDumb && isatty(1) == 1
        showsProgress = !isDumb && isatty(2) == 1
        isJournalled = Terminal.isJournal(1)
        systemdJournal = isJournalled ? SystemdJournal() : nil
        areErrorsJournalled = Terminal.isJournal(2)
    }

    /// A copy of the terminal that shows errors, but no answers and no progress.
    var quiet: Terminal {
        var quiet = self
        (quiet.isQuiet, quiet.showsProgress) = (true, false)
        return quiet
    }

    /// Opens /dev/null on each closed descriptor from 0 to 2. If a descriptor stayed closed, the next opened file,
    /// such as the record, would get its number, and the command would write its answer into that file.
    ///
    /// If the caller closed standard output, the answer is lost. If /dev/null is missing, the command fails and does
    /// nothing.
    static func openClosedDescriptors() throws(CommandError) {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // open(2) returns the lowest free descriptor, and all lower descriptors are open.
            guard open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY) == descriptor else {
                throw .inputOutput(
                    "can't open /dev/null in place of closed descriptor \(descriptor): \(describe(errno))")
            }
        }
    }

    /// Throws if the process can't open this many more descriptors. libdispatch traps if it can't open a descriptor for
    /// its event queue.
    static func requireDescriptors(_ count: Int) throws(CommandError) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw .inputOutput("can't open \(count) more files (ulimit -n): \(describe(errno))")
            }
            opened.append(descriptor)
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
    func write(_ line: String, _ priority: Priority = .information) throws(CommandError) {
        let mark = isJournalled ? "<\(priority.rawValue)>" : ""
        guard isQuiet || fputs(mark + line + "\n", stdout) >= 0 else { throw Terminal.outputError() }
    }

    /// Writes the lines of an event. If standard output is connected to systemd's journal, one entry of the journal
    /// contains the lines, with the event's values as fields.
    func write(_ lines: [String], of event: Hook.Event?, _ priority: Priority) throws(CommandError) {
        if let event, systemdJournal?.receive(SystemdEntry(event, lines, priority)) == true { return }
        for line in lines { try write(line, priority) }
    }

    /// Flushes the output, and throws if the flush fails. If the disk is full, only this method reports it.
    func flush() throws(CommandError) {
        guard fflush(stdout) == 0 else { throw Terminal.outputError() }
    }

    /// Replaces the previous progress line on standard error. An empty text removes the progress line. Does nothing if
    /// standard error is not a terminal.
    func progress(_ line: String) {
        guard showsProgress else { return }
        fputs("\r\u{1b}[K" + Terminal.visible(line), stderr)
        fflush(stderr)
    }

    func writeError(_ line: String) {
        fflush(stdout)
        fputs((areErrorsJournalled ? "<\(Priority.error.rawValue)>" : "") + Terminal.visible(line) + "\n", stderr)
    }

    /// Returns the text with its control characters written as escapes.
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
        .inputOutput("can't write the answer: \(describe(errno))")
    }

    /// A Boolean value that indicates whether this process may enter a directory.
    static func canEnter(_ directory: String) -> Bool { access(directory, X_OK) == 0 }

    /// A Boolean value that indicates whether a file exists at a path, even if it can't be read. A dangling link counts
    /// as a file.
    static func exists(_ path: String) throws(CommandError) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw .inputOutput("can't read \(path): \(describe(errno))") }
        return false
    }

    /// Returns the reason why this process can't read a file, or `nil` if it can read the file.
    static func whyUnreadable(_ path: String) -> String? { access(path, R_OK) == 0 ? nil : describe(errno) }

    /// A Boolean value that indicates whether a descriptor is connected to systemd's journal, which reads priorities.
    /// systemd.exec(5) describes JOURNAL_STREAM.
    private static func isJournal(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard let stream = environment("JOURNAL_STREAM"), fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Returns an environment variable, or `nil` if the variable is unset or empty.
    static func environment(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }

    /// Returns the owner of a file or directory if it is another user. That user could have written any content.
    /// Returns `nil` if the file is missing, or if this user or the administrator owns it.
    static func otherOwner(of path: String) -> uid_t? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_uid != 0, status.st_uid != geteuid() else { return nil }
        return status.st_uid
    }

    static func describe(_ number: Int32) -> String { String(cString: strerror(number)) }
}
