import SwiftUI
import WidgetKit

@main
struct DemoWidgets: WidgetBundle {
    var body: some Widget {
        ParkingActivity()
        TimelinesWidget()
    }
}
