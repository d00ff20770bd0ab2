import Combine
import CoreLocation
import DemoCore
import Foundation

/// Makes the system launch the app when the device moves. This also works after a restart, before the first unlock.
///
/// The app doesn't read the location. The setting is off by default.
final class LocationProvocation: ObservableObject {
    /// A Boolean value that indicates whether the app has asked the system. The value is in the log's store, which an
    /// early launch can read.
    @Published var isOn: Bool {
        didSet {
            follow()
            Task { [log, isOn] in try? await log.set(isProvokedByLocation: isOn) }
        }
    }
    private let log: LaunchLog
    private let manager = CLLocationManager()
    private let delegate = LocationDelegate()

    /// Continues if an earlier launch turned the setting on.
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

/// The delegate that the system requires. It stores no locations.
private nonisolated final class LocationDelegate: NSObject, CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
}
