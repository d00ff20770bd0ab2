import Sidereal
import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The part of a watch that continues after the configuration is reloaded. Each reload creates a new setup.
final class WatchSession: Sendable {
    private let terminal: Terminal
    private let signals: SignalInbox
    private let manager = ServiceManager()
    private let begun = ContinuousClock.now
    private let proofs = Lock(RoughtimeProofs())
    private let metrics = Lock(Metrics(counts: Metrics.Counts()))
    /// The open state directory. The lock on the directory shows other watches that this watch uses the record.
    private let onlyWatch = Lock<OpenFile?>(nil)
    /// A Boolean value that indicates whether the last attempt to write the metrics failed. The watch reports only the
    /// first of several consecutive failures.
    private let isMetricsFailing = Lock(false)

    init(_ terminal: Terminal) throws(CommandError) {
        signals = try SignalInbox()
        self.terminal = terminal
    }

    /// Runs the watch until it ends or the configuration is reloaded. Returns the new setup after a reload, or `nil`
    /// if the watch ended.
    func run(_ setup: WatchSetup) throws(CommandError) -> WatchSetup? {
        let observatory = try CheckCommand.open(setup.arguments, savesAutomatically: true)
        warnOfOthers(observatory.directory.path)
        metrics.withLock { metrics in
            metrics.tolerance = setup.options.tolerance
            // A reload may have removed the servers of the last poll.
            metrics.poll = []
        }
        let clock = try setup.options.clock(observatory, asking: setup.named)
        let refusals = try RefusalsFile(in: observatory)
        let hook = setup.arguments.values["exec"].map {
            Hook($0) { [terminal] in terminal.writeError("siderealctl: watch: \($0)") }
        }
        let watch = Watch(
            observatory: observatory, clock: clock, setup: setup,
            end: setup.end.map { max(.zero, $0 - (ContinuousClock.now - begun)) },
            watchdogInterval: manager?.watchdogInterval)
        // systemd can reload a service even if it has no configuration file.
        let rereads = setup.configuration != nil || manager != nil
        signals.receive { [watch] number in
            watch.take(number == SIGHUP && rereads ? .reload : .end)
        }
        let next = try AsyncWork.run { () async throws(CommandError) in
            try await self.follow(watch, setup, observatory, hook, refusals)
        }
        if next == nil { manager?.tell("STOPPING=1") }
        hook?.end()
        do throws(ObservatoryError) {
            try observatory.save()
        } catch {
            throw .notSaved(error)
        }
        return next
    }

    /// Handles each item that the watch reports.
    private func follow(
        _ watch: Watch, _ setup: WatchSetup, _ observatory: Observatory, _ hook: Hook?, _ refusals: RefusalsFile
    ) async throws(CommandError) -> WatchSetup? {
        var refusals = refusals
        var text = WatchText(
            terminal, observatory, setup.named, isJSON: setup.isJSON, isVerbose: setup.isVerbose)
        defer { watch.cancel() }
        for await item in watch.start() {
            switch item {
            case .end: return nil
            case .alive:
                manager?.tell("WATCHDOG=1")
                continue
            case .reload:
                if let next = reload(from: setup) { return next }
                continue
            case .begun, .event, .polled, .notSaved, .savedAgain, .roughtimeProof: break
            }
            try report(item, &text, setup, hook)
            refusals.save()
            for proof in proofs.withLock({ $0.keep(in: observatory) }) {
                try report(.roughtimeProof(proof), &text, setup, hook)
            }
            writeMetrics(setup, observatory)
            manager?.tell("READY=1", "STATUS=" + text.status)
            if case .begun = item { watch.ask() }
        }
        return nil
    }

    private func report(
        _ item: WatchItem, _ text: inout WatchText, _ setup: WatchSetup, _ hook: Hook?
    ) throws(CommandError) {
        let event = text.hookEvent(for: item)
        try terminal.write(text.lines(for: item, event), of: event, item.priority)
        try terminal.flush()
        if let hook, let event { hook.run(event) }
        count(item, setup)
    }

    /// Warns if another watch uses the same record, because both watches would ask the servers and write the same
    /// files. Holds the lock until the process ends.
    private func warnOfOthers(_ directory: String) {
        let isFirst = onlyWatch.withLock { file in
            let disk = RetryingFileSystem(base: RealFileSystem())
            guard file == nil else { return true }
            try? disk.makeDirectories(directory)
            // The process locks the directory itself, so no separate lock file is necessary.
            guard let opened = try? disk.open(directory, .readOnly) else { return true }
            file = opened
            return (try? disk.tryLock(opened)) ?? true
        }
        guard !isFirst else { return }
        terminal.writeError(
            "siderealctl: watch: another watch uses the record in \(directory): both watches ask the servers, and "
                + "write the same files")
    }

    /// Reads the configuration again. If the new configuration is invalid, the watch keeps the old configuration.
    private func reload(from setup: WatchSetup) -> WatchSetup? {
        manager?.tellReloading()
        do throws(CommandError) {
            return try setup.reread()
        } catch {
            terminal.writeError("siderealctl: watch: the reload changed nothing: \(error.message)")
            manager?.tell("READY=1")
            return nil
        }
    }

    private func count(_ item: WatchItem, _ setup: WatchSetup) {
        metrics.withLock { metrics in
            switch item {
            case .polled(let outcomes):
                metrics.poll = Array(zip(setup.named, outcomes))
                metrics.counts?.add(metrics.poll)
            case .event(let event): metrics.counts?.add(event: event.name)
            case .notSaved:
                metrics.isSaved = false
                metrics.counts?.failedSaves &+= 1
            case .savedAgain: metrics.isSaved = true
            case .roughtimeProof: metrics.counts?.add(event: "roughtimeProof")
            case .begun, .end, .alive, .reload: break
            }
        }
    }

    private func writeMetrics(_ setup: WatchSetup, _ observatory: Observatory) {
        guard let path = setup.arguments.values["metrics"] else { return }
        let text = metrics.withLock { $0 }.text(observatory)
        do throws(CommandError) {
            try WholeFile.replace(path, with: text)
            isMetricsFailing.withLock { $0 = false }
        } catch {
            let isNew = isMetricsFailing.withLock { isFailing in
                defer { isFailing = true }
                return !isFailing
            }
            if isNew { terminal.writeError("siderealctl: watch: \(error.message)") }
        }
    }
}
