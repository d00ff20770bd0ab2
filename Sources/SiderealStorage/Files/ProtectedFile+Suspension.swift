import SiderealGate

extension ProtectedFile {
    /// Runs work on this thread, and asks iOS not to suspend the process during the work. Macs and Linux do not suspend
    /// processes by themselves, so the work always runs on these systems.
    ///
    /// Use this method for short work that holds a lock in a shared container, such as a database transaction. If iOS
    /// suspends a process that holds such a lock, iOS kills the process and reports 0xdead10cc. This method calls
    /// `ProcessInfo.performExpiringActivity(withReason:using:)`, so it works in extensions, too. The thread waits until
    /// iOS grants or refuses the request. If the granted time runs out, the work still continues.
    ///
    /// - Parameter work: The closure to run. The closure must take far less time than the few seconds that iOS grants.
    /// - Returns: The result of the work. If iOS is about to suspend the process, the work does not run, and the result
    ///   is `nil`. Try again once the process resumes.
    /// - Throws: The error that `work` throws.
    public static func whileAwake<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value? {
        try BackgroundWork.whileAwake(work)
    }
}
