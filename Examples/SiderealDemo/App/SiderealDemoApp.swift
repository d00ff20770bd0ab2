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
    }
}

/// An early launch shows no scene, so the work of each launch is here.
final class AppDelegate: NSObject, UIApplicationDelegate {
    enum Launch {
        case running(DemoModel)
        case failed(String)
    }

    /// Opened with the delegate: the scenes may ask for it before the launch has finished.
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
        // The bug, on purpose: before the first unlock this is false, without an error.
        let naiveFlag = UserDefaults.standard.bool(forKey: Demo.naiveKey)
        do {
            return .running(DemoModel(try Demo.open(), naiveFlag: naiveFlag))
        } catch {
            return .failed("\(error)")
        }
    }
}
