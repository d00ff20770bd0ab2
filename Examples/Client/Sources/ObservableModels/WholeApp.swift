// The whole app around the model that ExistingStorage.md names.
#if canImport(SwiftUI)
    import Foundation
    import Sidereal
    import SwiftUI

    @available(iOS 17, macOS 14, *)
    struct WholeApp: App {
        private let opened: Result<AppModel, any Error>

        init() {
            opened = Result { AppModel(store: try ProtectedStore(), defaults: try GatedDefaults()) }
            guard let model = try? opened.get() else { return }
            Task { await model.start() }
        }

        var body: some Scene {
            WindowGroup {
                switch opened {
                case .success(let model): RootView(model: model)
                case .failure(let error): Text(verbatim: "\(error)")
                }
            }
        }
    }

    @available(iOS 17, macOS 14, *)
    struct RootView: View {
        let model: AppModel

        var body: some View {
            switch model.screen {
            case .launching: EmptyView()
            case .welcome: Button("Begin") { Task { try await model.finishOnboarding() } }
            case .home(let display): Text(verbatim: display.isDark ? "Home, at night" : "Home")
            case .trouble(.lost), .trouble(.damaged), .trouble(.undecodable):
                Button("Your settings are gone. Begin anew?") { Task { try await model.beginAnew() } }
            case .trouble(let why):
                Text(verbatim: NSLocalizedString(why.messageKey, value: why.message, comment: ""))
                Button("Try again") { Task { await model.start() } }
            case .notMoved: Button("Make space, and try again") { Task { await model.start() } }
            }
        }
    }
#endif
