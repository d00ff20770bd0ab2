import Observation
import SiderealCore
import SiderealStorage

/// Looks at a stored value as a view does: what it showed, look by look.
@MainActor
final class Watcher {
    let value: StoredValue<Int>
    private(set) var phases: [StoredPhase<Int>] = []
    private(set) var looks = 0

    init(_ value: StoredValue<Int>) {
        self.value = value
        look()
    }

    private func look() {
        looks += 1
        let phase = withObservationTracking {
            value.phase
        } onChange: { [weak self] in
            // Told before the change: look after it, as a view does.
            Task { @MainActor in self?.look() }
        }
        if phase != phases.last { phases.append(phase) }
    }

    /// Waits until it shows a phase; false where it does not in good time.
    func shows(_ phase: StoredPhase<Int>) async -> Bool {
        await comes { self.phases.last == phase }
    }
}

/// Lets others run until something is so; false where that does not come.
@MainActor
func comes(_ condition: @MainActor () -> Bool) async -> Bool {
    for _ in 0..<200_000 {
        if condition() { return true }
        await Task.yield()
    }
    return condition()
}
