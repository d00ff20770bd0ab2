import Sidereal
import SiderealCore
import SiderealSystem
import TestSupport
import Testing
import notify
import os

/// Notifications between processes and of the clock, and messages in the system's log.
@Suite(.serialized) struct DarwinNotificationTests {
    @Test("a registration receives notifications of writes to its file until it ends") func aWriteIsTold() {
        let heard = Count()
        var notice = FileNotification(path: "/group/a.store") { heard.add() }
        #expect(notice != nil)
        FileNotification.announce(path: "/group/a.store")
        FileNotification.announce(path: "/group/b.store")
        NotificationDaemon.shared.waitUntilNotified()
        #expect(heard.value == 1)
        notice = nil
        FileNotification.announce(path: "/group/a.store")
        NotificationDaemon.shared.waitUntilNotified()
        #expect(heard.value == 1)
    }

    @Test("a refused registration gives no notification object") func aSystemWithoutNoticesHasNone() {
        NotificationDaemon.$isRefusing.withValue(true) {
            #expect(FileNotification(path: "/group/a.store") {} == nil)
            #expect(ClockSetNotification {} == nil)
        }
    }

    @Test(
        arguments: [
            (.finding(.rejected(source: "pool.example", .slept)), .debug), (.finding(.clockFault), .error),
            (.finding(.floorReplaced), .notice),
        ] as [(ObservatoryMessage, LogEntry.Level)])
    func aNoteIsWrittenAndRedacted(note: ObservatoryMessage, level: LogEntry.Level) {
        ObservatoryMessage.toSystemLog(note)
        let entry = LogDaemon.entries.last { $0.plainText == note.text }
        #expect(entry?.level == level)
        #expect(entry?.subsystem == "sidereal" && entry?.category == "observatory")
        #expect(entry?.text == "<private>")
    }

    /// A working lock loses no increment.
    @Test("a lock lets one thread in at a time") func aLockLetsOneThreadInAtATime() async {
        let total = Lock(0)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<5_000 { total.withLock { $0 += 1 } } }
            }
        }
        #expect(total.withLock { $0 } == 20_000)
        #expect(throws: CancellationError.self) {
            try total.withLock { (_) throws(CancellationError) in throw CancellationError() }
        }
        #expect(total.withLock { $0 } == 20_000)
    }
}
