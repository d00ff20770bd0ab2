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
            case .unavailable(let why): NotReadable(why)
            }
        }
    }

    /// A launch screen while the value may become readable, and otherwise the reason.
    struct NotReadable: View {
        let why: Unavailability
        init(_ why: Unavailability) { self.why = why }

        var body: some View {
            if why.isTemporary { ProgressView() } else { Text(verbatim: why.message) }
        }
    }

    // `#Preview` can show the same views, but only Xcode has its macro.
    struct WelcomeView_Previews: PreviewProvider {
        static var previews: some View {
            WelcomeView().environment(\.protectedStore, try? .preview())
            FirstUnlockView {
                WelcomeView()
            } placeholder: {
                NotReadable($0)
            }
        }
    }
#endif
