import Combine
import DemoCore
import Foundation
import Sidereal

/// The state of the screens, and the actions of their buttons.
final class DemoModel: ObservableObject {
    let demo: Demo
    let provocation: LocationProvocation
    /// The onboarding flag in UserDefaults as the app read it at launch.
    private let naiveFlag: Bool

    /// The boot verdict. Later evidence can settle an open question.
    @Published private(set) var boot: BootVerdict
    var bootTime: Date? { demo.observatory.bootTime }
    /// The recorded launches, with the newest one last.
    @Published private(set) var launches: [LaunchRecord] = []
    /// The number of launches in Core Data, or `nil` before the first unlock.
    @Published private(set) var launchesInCoreData: Int?
    /// The error of the last failed read or write.
    @Published private(set) var problem: String?
    @Published private(set) var requestOutcomes: [String] = []
    @Published private(set) var outcomes: [TrustedClock.SynchronizationReport.Outcome] = []
    @Published private(set) var isAsking = false
    /// The clock's events, with the newest one first.
    @Published private(set) var events: [String] = []

    init(_ demo: Demo, naiveFlag: Bool) {
        self.demo = demo
        self.naiveFlag = naiveFlag
        provocation = LocationProvocation(demo.log)
        boot = demo.observatory.bootVerdict
    }

    /// Records the launch, and follows the changes.
    func begin(protectedDataAvailable: Bool) {
        let (demo, naiveFlag) = (demo, naiveFlag)
        Task {
            do {
                try await demo.recorder.record(demo.readers, naiveFlag: naiveFlag)
                try await demo.recorder.note(protectedDataAvailable: protectedDataAvailable)
                try await demo.recorder.afterUnlock(demo.readers)
            } catch {
                problem = "The launch could not be recorded: \(error)"
            }
        }
        Task {
            do {
                launchesInCoreData = try await LaunchHistory().record()
            } catch {
                problem = "Core Data could not record the launch: \(error)"
            }
        }
        Task {
            for await reading in demo.log.changes {
                switch reading {
                case .value(let records): launches = records
                case .absent: launches = []
                case .unavailable(let why): problem = "The log can't be read: \(why)"
                }
            }
        }
        Task {
            for await event in demo.clock.events {
                events = Array(([Wording.event(event)] + events).prefix(8))
                refresh()
            }
        }
    }

    /// Reads the clocks again, for example when the app returns to the foreground.
    func refresh() {
        boot = demo.observatory.bootVerdict
        Task { await ParkingActivities.refresh() }
    }

    // MARK: - Trusted time

    /// Asks the servers that are the clock's own sources.
    func synchronize() async {
        isAsking = true
        defer { isAsking = false }
        outcomes = await demo.clock.synchronize().outcomes
        refresh()
    }

    /// Makes one of the app's own requests. The clock gets the time from the request's metrics.
    func makeRequest() async {
        isAsking = true
        defer { isAsking = false }
        requestOutcomes = await AppRequest(demo.clock).send().map { Wording.outcome($0) }
        refresh()
    }

    /// Discards the trusted time.
    func forgetTrust() {
        demo.clock.forgetTrustedTime()
        (outcomes, requestOutcomes) = ([], [])
    }

    // MARK: - Onboarding

    /// Stores the welcome flag twice: in UserDefaults, as most apps do, and in the protected store.
    func setOnboarded(_ done: Bool) async {
        UserDefaults.standard.set(done, forKey: Demo.naiveKey)
        await attempt("The flag could not be stored") { demo in try await demo.settings.set(done, for: .hasOnboarded) }
    }

    func clearLog() async {
        await attempt("The log could not be cleared") { demo in try await demo.log.clear() }
    }

    // MARK: - Parking

    func park(minutes: Int) async {
        await attempt("Parking could not be started") { demo in
            let parking = Parking(place: "Zone 4711", began: try demo.observatory.moment(), minutes: minutes)
            try await demo.settings.set(parking, for: .parking)
            try ParkingActivities.start(parking)
            AppRefresh.schedule()
        }
    }

    func leave() async {
        await attempt("Parking could not be ended") { demo in try await demo.settings.remove(.parking) }
        await ParkingActivities.endAll()
    }

    private func attempt(_ what: String, _ work: (Demo) async throws -> Void) async {
        do {
            problem = nil
            try await work(demo)
        } catch {
            problem = "\(what): \(error)"
        }
    }
}
