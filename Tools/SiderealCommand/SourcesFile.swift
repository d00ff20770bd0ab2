import Sidereal

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file in the state directory that names the servers to ask. A command uses the file if its command line names no
/// server.
///
///     # one server on each line
///     server https://www.example.com
///     nts    nts.example.com
///     roughtime roughtime.example.com,KEY
///     ntp    ntp.example.com
enum SourcesFile {
    static let name = "sources.conf"
    private static let mostServers = 64

    /// Returns the servers that the file names, or no servers if there is no file. Throws if the file can't be read or
    /// names no server. If it did not throw, the command would silently ask other servers.
    static func read(in directory: URL) throws(CommandError) -> [SourceOptions.Named] {
        let path = directory.appending(path: name).path
        guard try Terminal.exists(path) else { return [] }
        var lines = try LineReader(path: path, isConfiguration: true)
        var named: [SourceOptions.Named] = []
        var number = 0
        while let line = try lines.next() {
            number += 1
            let at = "\(path): line \(number)"
            guard let text = String(bytes: line, encoding: .utf8) else { throw .badData("\(at): it is not UTF-8") }
            // The text is split by scalars. "#" with a combining mark would be one character, and that character is not
            // "#".
            let words = text.unicodeScalars.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }.map { String($0) }
            guard let option = words.first else { continue }
            guard words.count == 2, SourceOptions.repeatable.contains(option) else {
                throw .badData(
                    "\(at): expected 'server URL', 'nts HOST[:PORT]', 'roughtime HOST[:PORT],KEY' or 'ntp HOST[:PORT]'")
            }
            named.append(try SourceOptions.named(option, words[1]) { .badData("\(at): \(option) \($0)") })
            guard named.count <= mostServers else { throw .badData("\(at): more than \(mostServers) servers") }
        }
        guard !named.isEmpty else {
            throw .badData("\(path): the file names no server; remove the file to use no server")
        }
        return named
    }
}

extension SourceOptions {
    /// Returns the servers that the command line names. If it names no server, returns the servers of the file in the
    /// state directory. If that file names no server, returns the servers of the configuration.
    ///
    /// Call this method before you read the clocks. If the method throws, the command ends, and in that case the
    /// journal must not contain a reading.
    func servers(orThoseOf arguments: Arguments) throws(CommandError) -> [Named] {
        if !named.isEmpty { return named }
        let path = try StateDirectory.named(in: arguments.values)
        let listed = try SourcesFile.read(in: URL(filePath: path, directoryHint: .isDirectory))
        return listed.isEmpty ? arguments.configuration.servers : listed
    }
}
