import Combine
import CoreLocation
import DemoCore
import Foundation

/// Asks the system to launch the app when the device has moved: also after a restart, before the first unlock.
///
/// Where the device is, nobody looks at. Off unless somebody turns it on.
final class LocationProvocation: ObservableObject {
    /// Whether the system was asked to. Remembered in the log's store, which an early launch can read.
    @Published var isOn: Bool {
        didSet {
            follow()
            Task { [log, isOn] in try? await log.set(isProvokedByLocation: isOn) }
        }
    }
    private let log: LaunchLog
    private let manager = CLLocationManager()
    private let delegate = LocationDelegate()

    /// Goes on where an earlier launch was told to.
    init(_ log: LaunchLog) {
        self.log = log
        isOn = log.isProvokedByLocation
        manager.delegate = delegate
        if isOn { follow() }
    }

    private func follow() {
        guard isOn else { return manager.stopMonitoringSignificantLocationChanges() }
        manager.requestAlwaysAuthorization()
        manager.startMonitoringSignificantLocationChanges()
    }
}

/// The system wants somebody to tell; nothing of it is kept.
private nonisolated final class LocationDelegate: NSObject, CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
}
