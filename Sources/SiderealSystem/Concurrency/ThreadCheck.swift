/// Whether this process can start threads at all.
///
/// One that asked for a time namespace of its own and has not entered it cannot: `pthread_create` fails with EINVAL.
package enum ThreadCheck {
    /// Zero where a thread starts, else the number of the error.
    package static func errorNumber() -> Int32 { Syscalls.detachThread {} }
}
