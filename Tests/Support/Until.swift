package import Testing

/// Lets other tasks run until a condition holds.
///
/// There is no count or timeout, because the speed of the machine would then decide the test. If the condition never
/// holds, the time limit of the test or suite, `Patience.ofATest`, ends the wait and records an issue.
package func until(
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async {
    while !condition() {
        guard !Task.isCancelled else {
            Issue.record("the condition never came to hold", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
