import BackgroundTasks
import DemoCore
import Foundation
import SiderealStorage

/// The background task that keeps the Live Activity up to date.
nonisolated enum AppRefresh {
    static let identifier = "com.example.SiderealDemo.refresh"

    /// Asks the system for a task, in fifteen minutes at the earliest. The simulator has no background tasks.
    static func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = .now.addingTimeInterval(15 * 60)
        try? BGTaskScheduler.shared.submit(request)
    }

    /// Runs the task. It never waits for the unlock, because the system gives the task only 30 seconds.
    @concurrent
    static func run() async {
        guard let demo = try? Demo.open() else { return schedule() }
        switch ParkingRefresh(demo.settings.read(.parking), by: demo.observatory) {
        case .postpone: schedule()
        case .update:
            await ParkingActivities.refresh()
            schedule()
        case .end: await ParkingActivities.endAll()
        }
    }
}
