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
