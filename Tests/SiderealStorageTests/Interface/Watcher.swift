import Observation
import SiderealBase
import SiderealStorage
import TestSupport
import Testing

/// Reads a stored value like a view, and records what it shows.
@available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor
final class Watcher {
    let value: StoredValue<Int>
    private(set) var readings: [ProtectedReading<Int>] = []

    init(_ value: StoredValue<Int>) {
        self.value = value
        read()
    }

    private func read() {
        let reading = withObservationTracking {
            value.reading
        } onChange: { [weak self] in
            // The notification comes before the change: read after it, as a view does.
            Task { @MainActor in self?.read() }
        }
        if reading != readings.last { readings.append(reading) }
    }

    /// Waits until the value shows a reading.
    func shows(_ reading: ProtectedReading<Int>, sourceLocation: SourceLocation = #_sourceLocation) async {
        await until(sourceLocation: sourceLocation) { self.readings.last == reading }
    }
}
