#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The configuration file. It contains the options that you don't want to repeat on each command line.
///
///     # one option on each line; server, nts, roughtime and ntp may be repeated
///     server = https://www.example.com
///     interval = 300
///
/// A command ignores the options of other commands. The command line takes precedence over this file. The servers in
/// `sources.conf`, in the state directory, also take precedence over the servers of this file.
package struct Configuration {
    static let standardPath = "/etc/sidereal/siderealctl.conf"
    static let none = Configuration(path: nil, values: [:], servers: [])

    /// A value, and the file and line that contain it.
    struct Entry {
        let text: String
        let place: String
    }

    /// The path of the file, or `nil` if there is no file.
    let path: String?
    let values: [String: Entry]
    let servers: [SourceOptions.Named]

    private static let mostServers = 64
    /// The options that apply only to one run. The file can't contain them.
    private static let ofOneRun: Set<String> = ["config", "observer", "fail-on", "for", "json", "quiet", "verbose"]

    /// The options that the file may contain: the options of all commands that read the file. A dictionary value is
    /// `true` if the option is a flag.
    package static let flags: [String: Bool] = {
        let commands = [CheckCommand.page, NowCommand.page, WatchCommand.page]
        let options = commands.flatMap(\.options).filter { !ofOneRun.contains($0.name) }
        return Dictionary(options.map { ($0.name, $0.value == nil) }) { first, _ in first }
    }()

    /// Reads the named file, which must exist. Without a name, reads the standard file if it exists.
    static func read(named path: String?) throws(CommandError) -> Configuration {
        if path == nil, try !Terminal.exists(standardPath) { return .none }
        return try Configuration(path ?? standardPath)
    }

    private init(path: String?, values: [String: Entry], servers: [SourceOptions.Named]) {
        self.path = path
        self.values = values
        self.servers = servers
    }

    private init(_ path: String) throws(CommandError) {
        var lines = try LineReader(path: path, isConfiguration: true)
        var values: [String: Entry] = [:]
        var servers: [SourceOptions.Named] = []
        var number = 0
        while let line = try lines.next() {
            number += 1
            let place = "\(path): line \(number)"
            guard let (key, value) = try Configuration.assignment(line, place) else { continue }
            if SourceOptions.repeatable.contains(key) {
                servers.append(try SourceOptions.named(key, value) { .badData("\(place): \(key) \($0)") })
                guard servers.count <= Configuration.mostServers else {
                    throw .badData("\(place): more than \(Configuration.mostServers) servers")
                }
                continue
            }
            guard let isFlag = Configuration.flags[key] else {
                throw .badData("\(place): there is no option '\(key)'")
            }
            if isFlag, value != "yes", value != "no" {
                throw .badData("\(place): \(key) is '\(value)', neither yes nor no")
            }
            guard values.updateValue(Entry(text: value, place: place), forKey: key) == nil else {
                throw .badData("\(place): \(key) is given twice")
            }
        }
        self.init(path: path, values: values, servers: servers)
    }

    /// Returns the option and its value, or `nil` for an empty line or a comment. A comment begins with "#". A value
    /// may contain a "#".
    private static func assignment(_ line: [UInt8], _ place: String) throws(CommandError) -> (String, String)? {
        guard let text = String(bytes: line, encoding: .utf8) else { throw .badData("\(place): it is not UTF-8") }
        // The text is split by scalars. "=" with a combining mark would be one character, and that character is not
        // "=".
        let scalars = trimmed(text.unicodeScalars[...])
        if scalars.isEmpty || scalars.first == "#" { return nil }
        guard let sign = scalars.firstIndex(of: "=") else { throw .badData("\(place): expected 'option = value'") }
        let key = String(trimmed(scalars[..<sign]))
        let value = String(trimmed(scalars[scalars.index(after: sign)...]))
        guard !key.isEmpty, !value.isEmpty else { throw .badData("\(place): expected 'option = value'") }
        return (key, value)
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let rest = text.drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return rest.prefix(0) }
        return rest[...last]
    }
}
