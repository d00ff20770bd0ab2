// A tour of the library's main questions, on this machine, offline. `Scripts/examples-check` reads its output.
import Foundation
import MainActorApp
import Sidereal

let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("sidereal-tour-\(UUID().uuidString)", isDirectory: true)
defer { try? FileManager.default.removeItem(at: directory) }

let observatory = try Observatory(directory: directory, observer: "tour")
print("boot: ", observatory.bootVerdict)

let server = OwnServer("own server") { Date() }
let clock = try TrustedClock(.source(server), observatory: observatory)
print("time: ", clock.now().kind)
let outcome = await clock.synchronize()
print("asked:", outcome.outcomes.map(\.result))
print("time: ", clock.now().kind, "system clock", try clock.systemClockVerdict().answer)

let store = try ProtectedStore("tour", directory: directory, gate: FirstUnlockGate(directory: directory))
let model = ParkingModel(observatory: observatory, clock: clock, store: store)
try model.refresh()
print("shows:", model.display.map { "\($0)" } ?? "nothing")
try await model.finishWelcome()
try await model.park("S-ID 4711")
print("shows:", model.display.map { "\($0)" } ?? "nothing")
_ = try await model.beginOffer(days: 14)

let uploader = Uploader(clock: clock, store: store)
print("actor:", try await uploader.plate() ?? "no car", await uploader.isOfferOver() ? "offer over" : "offer running")

try observatory.save()
