import Observation
import Sidereal
import StorageClient
import Testing

@Suite("An app that imports SiderealStorage alone")
@MainActor
struct StorageClientTests {
    @Test("Observation reports the change of a stored setting")
    @available(iOS 17, macOS 14, *)
    func mute() async throws {
        let here = try Here()
        let setting = MuteSetting(here.store)
        #expect(setting.isMuted == .absent)

        try await confirmation("change reported") { changed in
            withObservationTracking {
                _ = setting.isMuted
            } onChange: {
                changed()
            }
            try await setting.mute()
        }
        #expect(setting.isMuted == .value(true))
    }
}
