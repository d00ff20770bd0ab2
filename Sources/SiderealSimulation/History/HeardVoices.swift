/// Follows a history: whether the process that runs has what all of those said who have a voice. Where somebody lies, one who is
/// then asked alone can no longer be believed alone.
struct HeardVoices {
    private let setting: HistorySetting
    private let voices: Set<Int>
    private var isRunning = false
    private var isRecordLocked = false
    private(set) var all = false
    /// Whether nobody was asked alone too early.
    private(set) var isLawful = true

    init(_ setting: HistorySetting) {
        self.setting = setting
        voices = Set(setting.servers.indices.filter { setting.servers[$0].isAuthenticated })
    }

    mutating func note(_ event: HistoryEvent) {
        switch event {
        case .ask(let questions):
            let isComplete = voices.isSubset(of: questions.filter { !$0.isLost }.map { $0.server })
            // Of two that contradict each other the floor takes what both say at once.
            let isBacked = all && setting.isMajorityHonest
            isLawful = isLawful && (isComplete || isBacked)
            all = isRunning && (isComplete || isBacked)
        case .launch(_, let isLocked):
            // Only where the kernel's identity proves the same boot is what was heard carried over for certain.
            all = all && setting.identities == .fresh && !isLocked && !isRecordLocked
            (isRunning, isRecordLocked) = (true, isLocked)
        case .unlock: isRecordLocked = false
        case .kill, .cutPower, .reboot, .changeMachine, .takeSnapshot, .goBackToSnapshot, .writeSettingKilled:
            (isRunning, all) = (false, false)
        case .reset, .restore, .damage, .turnTo: all = false
        default: return
        }
    }
}
