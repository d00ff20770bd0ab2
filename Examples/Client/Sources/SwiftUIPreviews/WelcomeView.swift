#if canImport(SwiftUI)
    import Sidereal
    import SwiftUI

    struct WelcomeView: View {
        @Stored(.hasOnboarded) private var hasOnboarded

        var body: some View {
            switch hasOnboarded {
            case .value(true): Text(verbatim: "Home")
            case .value(false), .absent:
                Button("Begin") { Task { try await $hasOnboarded.set(true) } }
            case .unavailable: EmptyView()
            }
        }
    }

    // `#Preview` can show the same views, but only Xcode has its macro.
    struct WelcomeView_Previews: PreviewProvider {
        static var previews: some View {
            WelcomeView().environment(\.protectedStore, try? .preview())
            FirstUnlockView {
                WelcomeView()
            } placeholder: {
                Text(verbatim: "Locked")
            }
        }
    }
#endif
