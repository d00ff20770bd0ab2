import DemoCore
import Foundation
import Sidereal
import SwiftUI
import WidgetKit

/// A widget that counts its timelines in its extension's own store.
struct TimelinesWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "timelines", provider: TimelinesProvider()) { entry in
            TimelinesView(content: entry.content)
        }
        .configurationDisplayName("Timelines")
        .description("Counts the timelines of this widget, but not before the first unlock.")
    }
}

nonisolated struct TimelinesEntry: TimelineEntry {
    let date: Date
    let content: WidgetContent
}

nonisolated struct TimelinesProvider: TimelineProvider {
    func placeholder(in context: Context) -> TimelinesEntry {
        TimelinesEntry(date: .now, content: WidgetContent(.unavailable(.notReadYet)))
    }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (TimelinesEntry) -> Void) {
        let reading = (try? ProtectedStore("widget"))?.read(.timelines) ?? .unavailable(.notReadYet)
        completion(TimelinesEntry(date: .now, content: WidgetContent(reading)))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<TimelinesEntry>) -> Void) {
        Task {
            let content =
                if let store = try? ProtectedStore("widget") {
                    await WidgetContent.next(in: store)
                } else {
                    WidgetContent(.unavailable(.notReadYet))
                }
            let entry = TimelinesEntry(date: .now, content: content)
            let next = entry.date.addingTimeInterval(content.reload / .seconds(1))
            completion(Timeline(entries: [entry], policy: .after(next)))
        }
    }
}

private struct TimelinesView: View {
    let content: WidgetContent

    var body: some View {
        if #available(iOS 17, *) {
            text.containerBackground(.background, for: .widget)
        } else {
            text.padding()
        }
    }

    private var text: some View {
        Text(content.text)
            .font(.headline)
            .redacted(reason: content.isPlaceholder ? .placeholder : [])
    }
}
