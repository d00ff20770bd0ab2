enum CheckCommand {
    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {}
}
