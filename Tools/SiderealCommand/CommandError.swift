/// An error that ends the command: one line on standard error, and the status of sysexits(3).
struct CommandError: Error {
    let status: Int32
    let message: String

    static func usage(_ message: String) -> CommandError { CommandError(status: 64, message: message) }
    static func badData(_ message: String) -> CommandError { CommandError(status: 65, message: message) }
    static func outOfReach(_ message: String) -> CommandError { CommandError(status: 69, message: message) }
    /// The code under test is wrong (EX_SOFTWARE).
    static func brokenPromise(_ message: String) -> CommandError { CommandError(status: 70, message: message) }
    static func inputOutput(_ message: String) -> CommandError { CommandError(status: 74, message: message) }
}
