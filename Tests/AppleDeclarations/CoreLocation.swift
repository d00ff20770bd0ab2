// https://developer.apple.com/documentation/corelocation
@_exported import Foundation

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/corelocation/cllocation
@available(macOS 10.6, iOS 2.0, *)
open class CLLocation: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/corelocation/cllocationmanager; calls back on the run loop that made it
@available(macOS 10.6, iOS 2.0, *)
open class CLLocationManager: NSObject {
    /// https://developer.apple.com/documentation/corelocation/cllocationmanager/init()
    public override init() { stub() }
    /// https://developer.apple.com/documentation/corelocation/cllocationmanager/delegate
    open weak var delegate: (any CLLocationManagerDelegate)? {
        get { stub() }
        set { stub() }
    }
    /// https://developer.apple.com/documentation/corelocation/cllocationmanager/requestalwaysauthorization()
    @available(macOS 10.15, iOS 8.0, *)
    open func requestAlwaysAuthorization() { stub() }
    /// https://developer.apple.com/documentation/corelocation/cllocationmanager/startmonitoringsignificantlocationchanges()
    @available(macOS 10.7, iOS 4.0, *)
    open func startMonitoringSignificantLocationChanges() { stub() }
    /// https://developer.apple.com/documentation/corelocation/cllocationmanager/stopmonitoringsignificantlocationchanges()
    @available(macOS 10.7, iOS 4.0, *)
    open func stopMonitoringSignificantLocationChanges() { stub() }
}

/// https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate; the methods are optional
@available(macOS 10.6, iOS 2.0, *)
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate/locationmanager(_:didupdatelocations:)
    @available(macOS 10.9, iOS 6.0, *)
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate/locationmanager(_:didfailwitherror:)
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}
