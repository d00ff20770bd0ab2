import SiderealCore

/// Removes from a journal everything that identifies a device, its owner or its servers. Keeps the evidence for the
/// journal's verdicts.
///
/// Boot and machine identities, disruption markers, sources and operators become ordinals. The export shifts every date
/// by one constant. It keeps the elapsed and the awake clock, because the verdicts need them. It omits the date of the
/// software, so a time that only this date bounds is unknown in the export.
///
/// - Important: On Apple platforms, the elapsed and the awake clock may leave a device only in a bug report that a
///   person chooses to send. See <doc:PrivacyManifests>.
package struct JournalExport: Sendable {
    private let shift: Nanoseconds
    private var boots: [BootIdentity: Int] = [:]
    private var machines: [MachineIdentity: Int] = [:]
    private var disruptions: [Int64: Int] = [:]
    private var sources: [ExactName: Int] = [:]
    private var operators: [ExactName: Int] = [:]

    /// Creates an export that shifts dates by a random number of nanoseconds, up to fifty years either way.
    package init() {
        let fiftyYears: Int64 = 50 * 365 * 86_400 * 1_000_000_000
        self.init(shift: Nanoseconds(Int64.random(in: -fiftyYears...fiftyYears)))
    }

    package init(shift: Nanoseconds) { self.shift = shift }

    /// Returns the next entry of a journal without identifying values. Throws if a date is too far away to be shifted.
    package mutating func strip(_ entry: JournalEntry, line: Int) throws(JournalError) -> JournalEntry {
        switch entry {
        case .launch(var launch):
            // The unnamed machine is also the machine before any `launch` line. Its identity identifies no machine, so
            // keep it.
            if launch.machine != JournalEntry.Launch.unnamedMachine(launch.model) {
                launch.machine = launch.machine.flatMap {
                    MachineIdentity("machine \(JournalExport.ordinal(of: $0, in: &machines))")
                }
            }
            // The date of the software is public, so it would reveal the shift of the dates.
            launch.softwareDate = nil
            return .launch(launch)
        case .reading(var reading, let identity):
            reading.wall = try shifted(reading.wall, line)
            reading.kernelBootTime = try shifted(reading.kernelBootTime, line)
            reading.disruptionMarker = reading.disruptionMarker.map {
                Int64(JournalExport.ordinal(of: $0, in: &disruptions))
            }
            let boot = identity.flatMap { BootIdentity("boot \(JournalExport.ordinal(of: $0, in: &boots))") }
            return .reading(reading, bootIdentity: boot)
        case .sample(var sample):
            sample.earliest = try sample.earliest.map { instant throws(JournalError) in try shifted(instant, line) }
            sample.latest = try sample.latest.map { instant throws(JournalError) in try shifted(instant, line) }
            (sample.source, sample.operator) = anonymous(sample.source, of: sample.operator)
            return .sample(sample)
        case .sources(let named):
            return .sources(
                named.map {
                    let (source, owner) = anonymous($0.name, of: $0.operator)
                    return NamedSource(source, of: owner, isAuthenticated: $0.isAuthenticated)
                })
        case .protectedData, .reset:
            return entry
        }
    }

    private mutating func anonymous(_ source: String, of operator: String) -> (source: String, operator: String) {
        let owner = "operator \(JournalExport.ordinal(of: ExactName(`operator`), in: &operators))"
        // An empty name stands for all of the operator's sources.
        if source.isEmpty { return ("", owner) }
        return ("source \(JournalExport.ordinal(of: ExactName(source), in: &sources))", owner)
    }

    private func shifted<Clock>(_ instant: Instant<Clock>, _ line: Int) throws(JournalError) -> Instant<Clock> {
        // The least and the greatest 64-bit integer mean "no bound".
        if instant.nanoseconds == .min || instant.nanoseconds == .max { return instant }
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(shift.count)
        guard !overflow else { throw JournalError(line: line, reason: "a date is too far away to be shifted") }
        return Instant(nanoseconds: sum)
    }

    private static func ordinal<Name: Hashable>(of name: Name, in known: inout [Name: Int]) -> Int {
        if let ordinal = known[name] { return ordinal }
        known[name] = known.count + 1
        return known.count
    }
}
