import Observation
import SiderealCore
import SiderealStorage
import TestSupport
import Testing

/// Looks at a stored value as a view does: what it showed, look by look.
@available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor
final class Watcher {
    let value: StoredValue<Int>
    private(set) var phases: [StoredPhase<Int>] = []
    private(set) var reads = 0

    init(_ value: StoredValue<Int>) {
        self.value = value
        read()
    }

    private func read() {
        reads += 1
        let phase = withObservationTracking {
            value.phase
        } onChange: { [weak self] in
            // Told before the change: look after it, as a view does.
            Task { @MainActor in self?.read() }
        }
        if phase != phases.last { phases.append(phase) }
    }

    /// Waits until it shows a phase.
    func shows(_ phase: StoredPhase<Int>, sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(sourceLocation: sourceLocation) { self.phases.last == phase }
    }
}
