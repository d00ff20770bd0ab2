// The SwiftUI code in the guides and the comments of types. `Scripts/snippets-check` compares both.
#if canImport(SwiftUI)
    import Sidereal
    import SwiftUI

    struct Home: View { var body: some View { Text(verbatim: "Home") } }

    struct LaunchScreen: View { var body: some View { EmptyView() } }
    struct MuteButton: View {
        init(_ isMuted: Bool, toggle: @escaping () async throws -> Void) {}
        var body: some View { EmptyView() }
    }

    struct Onboarding: View {
        let finish: () async throws -> Void

        init(_ finish: @escaping () async throws -> Void) { self.finish = finish }

        var body: some View { Button("Begin") { Task { try await finish() } } }
    }

    struct Trouble: View {
        let why: Unavailability
        init(_ why: Unavailability) { self.why = why }
        var body: some View { Text(verbatim: why.message) }
    }

    enum Theme: String, Codable { case light, dark }

    extension StoreKey<Theme> {
        static var theme: Self { .init("theme") }
    }

    enum StoredValues {
        struct Root: View {
            @Stored(.hasOnboarded) private var hasOnboarded

            var body: some View {
                switch hasOnboarded {
                case .value(true): Home()
                case .value(false), .absent:
                    Button("Begin") { Task { try await $hasOnboarded.set(true) } }
                case .unavailable(let why) where why.isTemporary: LaunchScreen()
                case .unavailable(let why): Trouble(why)  // lost, damaged...
                }
            }
        }

        @MainActor
        static func scene(_ store: ProtectedStore) -> some View {
            Root().environment(\.protectedStore, store)
        }

        struct Themed: View {
            @Stored(.theme, harmlessDefault: .light) private var theme

            var body: some View { Text(verbatim: $theme.writeError?.description ?? theme.rawValue) }

            func darken() async throws(StoreError) { try await $theme.update { $0 = .dark } }
        }
    }

    struct Sounds: View {
        @Stored<Bool, ProtectedReading<Bool>> private var isMuted: ProtectedReading<Bool>

        init(_ defaults: GatedDefaults) { _isMuted = Stored("isMuted", in: defaults) }

        var body: some View {
            switch isMuted {
            case .value(let isMuted): MuteButton(isMuted) { try await $isMuted.set(!isMuted) }
            case .absent: MuteButton(false) { try await $isMuted.set(true) }
            case .unavailable(let why) where why.isTemporary: LaunchScreen()
            case .unavailable(let why): Trouble(why)  // damaged, stale...
            }
        }
    }

    struct Volume: View {
        private static let defaults: GatedDefaults = {
            do { return try GatedDefaults() } catch { fatalError("\(error)") }
        }()
        @Stored("volume", harmlessDefault: 0.5, in: defaults) private var volume

        var body: some View { Text(verbatim: "\(volume)") }
    }

    enum Locked {
        struct Root: View { var body: some View { Home() } }

        @MainActor
        static func scene() -> some View {
            FirstUnlockView {
                Root()
            } placeholder: { why in
                if why.isTemporary { LaunchScreen() } else { Trouble(why) }
            }
        }
    }

    private let store: ProtectedStore = {
        do { return try .preview() } catch { fatalError("\(error)") }
    }()

    @available(iOS 17, macOS 14, *)
    struct Observed: View {
        @State private var onboarding = StoredValue(.hasOnboarded, in: store)

        var body: some View {
            switch onboarding.reading {
            case .value(true): Home()
            case .value(false), .absent:
                Onboarding { try await onboarding.set(true) }
            case .unavailable(let why) where why.isTemporary: LaunchScreen()
            case .unavailable(let why): Trouble(why)  // lost, damaged...
            }
        }
    }
#endif
