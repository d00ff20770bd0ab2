public import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Answers whether the device rebooted since this app last ran.
///
///     if RebootDetector.check().didReboot == true { ... }
public struct RebootDetector: Sendable {
    private let observatory: Observatory

    /// A detector for the observer of an observatory.
    public init(_ observatory: Observatory) { self.observatory = observatory }

    /// Whether the device rebooted between the last saved reading of this observer and this launch.
    ///
    /// The answer is the same however often it is asked in one process, but that a question which was open at first is
    /// settled once trusted time arrives, and a record that could not be read is compared once it can be.
    public func check() -> RebootCheck {
        let (verdict, bootTime) = observatory.shared.launchAnswer(for: observatory.observer)
        return RebootCheck(verdict: verdict, bootTime: bootTime?.date, reason: verdict.reason)
    }

    /// The same in one call; the reason says what went wrong on the way.
    ///
    /// - Parameters:
    ///   - directory: Where the record is kept; an app and its extensions share a folder in their app group's
    ///     container. By default as for ``Observatory``.
    ///   - observer: Whose launches are counted; by default the bundle identifier, or the name of the executable.
    /// - Returns: The answer. Where nothing could be compared it is nil, with the reason.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public static func check(directory: URL? = nil, observer: String? = nil) -> RebootCheck {
        do throws(ObservatoryError) {
            return RebootDetector(try Observatory(directory: directory, observer: observer)).check()
        } catch {
            let verdict = BootVerdict(.unavailable(.unreadable(errno: error.errno ?? 0)), evidence: .none)
            return RebootCheck(verdict: verdict, bootTime: nil, reason: "Nothing could be compared: \(error).")
        }
    }
}

/// The answer of ``RebootDetector``.
public struct RebootCheck: Sendable, Hashable {
    /// The full verdict, with its certainty and evidence.
    public let verdict: BootVerdict
    /// When this boot began, by the device's own clock as it stood at launch. Nil where the clocks could not be read.
    public let bootTime: Date?
    /// A sentence for a log: what decided.
    public let reason: String

    /// Whether the device rebooted; nil unless that is proven. A first observation, a record that can't be read, and
    /// an open question are all nil, and never a reboot.
    public var didReboot: Bool? { verdict.didReboot }
}
