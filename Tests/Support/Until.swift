package import Testing

/// Lets other tasks run until a condition holds.
///
/// There is no count or timeout, because a busy machine would decide the test. The time limit of the test or suite,
/// `Patience.ofATest`, ends it, and it records an issue.
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
