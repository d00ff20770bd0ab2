public import Sidereal

/// The content of the widget: the number of timelines that the system has requested.
///
/// The widget's extension counts in its own store. A free team may have no app group, so the extension can't read the
/// app's files.
public struct WidgetContent: Sendable, Hashable {
    public let text: String
    /// A Boolean value that indicates whether the count can't be read now, so the widget shows no number.
    public let isPlaceholder: Bool
    /// The time until the widget requests a new timeline.
    public let reload: Duration

    /// Creates the content for a reading of the count.
    public init(_ count: ProtectedReading<Int>) {
        switch count {
        case .value(let count): (text, isPlaceholder) = ("Timelines: \(count)", false)
        case .absent: (text, isPlaceholder) = ("No timeline yet", false)
        case .unavailable: (text, isPlaceholder) = ("Timelines: 00", true)
        }
        reload = .seconds(isPlaceholder ? 15 * 60 : 4 * 3_600)
    }

    /// Counts a timeline, and returns its content. Before the first unlock, this method changes nothing.
    public static func next(in store: ProtectedStore) async -> WidgetContent {
        _ = try? await store.update(.timelines) { $0 = ($0 ?? 0) &+ 1 }
        return WidgetContent(store.read(.timelines))
    }
}

extension StoreKey<Int> {
    public static var timelines: Self { .init("timelines") }
}
