import SwiftUI
import UIKit

@main
struct SiderealDemoApp: App {
    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup {
            switch delegate.launch {
            case .running(let model): RootView(model: model)
            case .failed(let reason): FailureView(reason: reason)
            }
        }
        .backgroundTask(.appRefresh(AppRefresh.identifier)) { await AppRefresh.run() }
    }
}

/// The delegate does the work of each launch, because an early launch shows no scene.
final class AppDelegate: NSObject, UIApplicationDelegate {
    enum Launch {
        case running(DemoModel)
        case failed(String)
    }

    /// The result of opening the app's parts. The delegate opens them early, because a scene may need them during the
    /// launch.
    let launch = AppDelegate.open()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        if case .running(let model) = launch {
            model.begin(protectedDataAvailable: application.isProtectedDataAvailable)
        }
        return true
    }

    private static func open() -> Launch {
        // This is the bug, on purpose: before the first unlock the value is false, and there is no error.
        let naiveFlag = UserDefaults.standard.bool(forKey: Demo.naiveKey)
        do {
            return .running(DemoModel(try Demo.open(), naiveFlag: naiveFlag))
        } catch {
            return .failed("\(error)")
        }
    }
}
