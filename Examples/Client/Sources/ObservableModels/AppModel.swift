import Observation
import Sidereal

/// The app's display settings. The type can get new properties, because it decodes the data of an earlier version.
public nonisolated struct Display: Codable, Sendable, Equatable {
    public var isDark = false
    public var textScale = 1.0
    /// This property exists since version 2.
    public var showsSeconds = false

    public init(isDark: Bool = false, textScale: Double = 1) {
        self.isDark = isDark
        self.textScale = textScale
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        isDark = try values.decodeIfPresent(Bool.self, forKey: .isDark) ?? false
        textScale = try values.decodeIfPresent(Double.self, forKey: .textScale) ?? 1
        showsSeconds = try values.decodeIfPresent(Bool.self, forKey: .showsSeconds) ?? false
    }
}

nonisolated extension StoreKey<Display> {
    static var display: Self { .init("display") }
}

/// The state of the app's root view: two stored values that the model moves from an earlier version's storage.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class AppModel {
    public enum Screen: Equatable {
        case launching
        case welcome
        case home(Display)
        case trouble(Unavailability)  // waiting doesn't help
        case notMoved(String)  // the disk may be full
    }

    private let hasOnboarded: StoredValue<Bool>
    private let display: StoredValue<Display>
    private let store: ProtectedStore
    private let migration: StoreMigration
    private var failure: String?

    /// Creates the model without reading or waiting.
    public init(store: ProtectedStore, defaults: GatedDefaults) {
        self.store = store
        migration = StoreMigration(
            "2026-settings",
            items: [
                .init("didShowOnboarding", to: .hasOnboarded),
                .init(["darkMode", "textScale"], to: .display) { old in
                    Display(
                        isDark: try old.value("darkMode") ?? false, textScale: try old.value("textScale") ?? 1)
                },
            ], from: defaults, to: store)
        hasOnboarded = StoredValue(.hasOnboarded, in: store)
        display = StoredValue(.display, in: store)
    }

    public var screen: Screen {
        switch (hasOnboarded.reading, display.reading) {
        case (.unavailable(let why), _) where !why.isTemporary: .trouble(why)
        case (_, .unavailable(let why)) where !why.isTemporary: .trouble(why)
        case (.unavailable, _), (_, .unavailable): failure.map { .notMoved($0) } ?? .launching
        case (.value(true), .value(let display)): .home(display)
        case (.value(true), .absent): .home(Display())
        case (.value(false), _), (.absent, _): .welcome
        }
    }

    /// Moves the old values. Call this method at each launch, and again after the user has freed space.
    public func start() async {
        do throws(StoreMigration.Failure) {
            try await migration.run()  // waits for the first unlock
            failure = nil
        } catch {
            // A reading reports each unavailability, but it doesn't report a store that can't be written.
            failure = error.unavailability == nil && error != .cancelled ? error.description : nil
        }
    }

    public func finishOnboarding() async throws { try await hasOnboarded.set(true) }

    public func change(_ body: @escaping @Sendable (inout Display) -> Void) async throws {
        try await display.update { value in
            var changed = value ?? Display()
            body(&changed)
            value = changed
        }
    }

    /// Begins with an empty store. Call this method after `lost`, `damaged` or `undecodable`, once the user has agreed.
    public func beginAnew() async throws {
        try await store.resetIfUnrecoverable()  // changes nothing in a store that can be read
        if case .unavailable(.undecodable) = hasOnboarded.reading { try await hasOnboarded.remove() }
        if case .unavailable(.undecodable) = display.reading { try await display.remove() }
        await start()
    }
}
