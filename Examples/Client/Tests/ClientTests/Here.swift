import Foundation
import MainActorApp
import Sidereal

/// The library in its own directory, with a server that returns this machine's time.
final class Here {
    let directory: URL
    let observatory: Observatory
    let clock: TrustedClock
    let store: ProtectedStore

    init(servers: [OwnServer] = [OwnServer("here") { Date() }]) throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("sidereal-client-\(UUID().uuidString)", isDirectory: true)
        observatory = try Observatory(directory: directory, observer: "client", savesAutomatically: false)
        clock = try TrustedClock(servers.map { .source($0) }, observatory: observatory)
        store = try ProtectedStore("client", directory: directory, gate: FirstUnlockGate(directory: directory))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }
}

struct NoAnswer: Error {}
