import SiderealCore
import SiderealSystem

/// The whole state of a simulated disk. It is a value, so an explorer can continue from one state in many ways.
struct DiskState: Sendable {
    /// A change of names. Until a process syncs the directory, the medium may or may not have the change.
    struct NameChange: Sendable {
        let directory: ExactName
        let path: ExactName
        /// The inode that the path now names, or `nil` if the change removes the name.
        let inode: Int?
        /// The old name in a rename. The medium may get the new name before it loses the old one.
        let removing: ExactName?
        let stamp: Int

        /// The number of states that the change can have on the medium. The change is missing or done. A rename can
        /// also be half done, with both names present.
        var optionCount: Int { removing == nil ? 2 : 3 }

        func apply(option: Int, to names: inout [ExactName: Int]) {
            guard option > 0 else { return }
            names[path] = inode
            if let removing, option == 2 { names[removing] = nil }
        }
    }

    let sectorSize: Int
    var inodes: [Int: SimulatedInode] = [:]
    /// The names that processes see, including directories.
    var names: [ExactName: Int] = [:]
    /// The names that are on the medium with certainty.
    var durableNames: [ExactName: Int] = [:]
    var nameChanges: [NameChange] = []
    var directories: Set<Int> = []
    /// For each inode, the open file that has its lock.
    var locks: [Int: LockHolder] = [:]
    var processes: [Int: ProcessState] = [:]
    /// The processes that have ended. The disk does not use their numbers again.
    var ended: Set<Int> = []
    var stamp = 0
    var nextInode = 1
    var nextDescriptor: Int32 = 3
    var nextRandomWord: UInt64 = 1
    /// The greatest total size of all files, in bytes.
    var space = Int.max
    /// The device's lock, or `nil` on a system without protection classes.
    var lock: DeviceLock?
    var deceit: DiskDeceit?
    /// A Boolean value that indicates whether each file has its own inode number. Otherwise, all files report the same
    /// number and no birth time.
    var knowsIdentities = true
    /// Runs before each call, and in each pause of a process that waits for a lock.
    var onStep: (@Sendable (_ process: Int, _ isPause: Bool) -> Void)?
    /// The locks between threads that are held while threads take turns.
    var heldLocks: Set<ObjectIdentifier> = []
    var isTracing = true
    var trace: [String] = []

    struct LockHolder: Sendable, Equatable {
        let process: Int
        let descriptor: Int32
    }

    init(sectorSize: Int) {
        self.sectorSize = sectorSize
        for path: ExactName in [".", "/"] { addDirectory(path) }
    }

    mutating func addDirectory(_ path: ExactName) {
        names[path] = nextInode
        durableNames[path] = nextInode
        directories.insert(nextInode)
        nextInode &+= 1
    }

    mutating func record(_ call: @autoclosure () -> String) {
        if isTracing { trace.append(call()) }
    }

    mutating func change(_ path: String, to inode: Int?, removing: String? = nil) {
        stamp &+= 1
        let directory = ExactName(path.parentDirectory ?? "/")
        let (path, removing) = (ExactName(path), removing.map { ExactName($0) })
        names[path] = inode
        if let removing { names[removing] = nil }
        nameChanges.append(
            NameChange(directory: directory, path: path, inode: inode, removing: removing, stamp: stamp))
    }

    mutating func settleNames(in directory: String) {
        for change in nameChanges where change.directory == ExactName(directory) {
            change.apply(option: 2, to: &durableNames)
        }
        nameChanges.removeAll { $0.directory == ExactName(directory) }
    }

    /// Kills a process. The kill closes its descriptors and releases its locks. The killed process's writes stay in the
    /// cache.
    mutating func kill(_ process: Int) {
        locks = locks.filter { $0.value.process != process }
        processes[process] = nil
    }

    /// Returns true if the process has ended, or if a fault has stopped it.
    func hasStopped(_ process: Int) -> Bool {
        ended.contains(process) || processes[process]?.isStopped == true
    }

    /// The open questions about the content of the medium, in a fixed order. Each possible answer has a stamp: the
    /// moment from which the medium can have that content.
    var questions: [[Int]] {
        var questions: [[Int]] = nameChanges.map { change in
            [0] + Array(repeating: change.stamp, count: change.optionCount &- 1)
        }
        for (_, inode) in inodes.sorted(by: { $0.key < $1.key }) {
            if let sizes = inode.sizes { questions.append(sizes.versions.map(\.stamp)) }
            for index in inode.uncertainSectors {
                questions.append(inode.sectors[index]?.versions.map(\.stamp) ?? [0])
            }
        }
        return questions
    }

    /// Cuts the power. Every process ends. The disk then has only the content that the answers select.
    mutating func cutPower(_ answers: [Int]) {
        var remaining = answers[...]
        for change in nameChanges { change.apply(option: remaining.popFirst() ?? 0, to: &durableNames) }
        nameChanges = []
        for id in inodes.keys.sorted() {
            guard var inode = inodes[id] else { continue }
            let size = inode.sizes.map { $0.versions[remaining.popFirst() ?? 0].content }
            for index in inode.uncertainSectors {
                guard let versions = inode.sectors[index]?.versions else { continue }
                inode.put(versions[remaining.popFirst() ?? 0].content, into: index, size: sectorSize)
            }
            if let size, size < inode.cache.count { inode.cache.removeLast(inode.cache.count &- size) }
            inode.sectors = [:]
            inode.sizes = nil
            inodes[id] = inode
        }
        names = durableNames.filter { isReachable($0.key) }
        durableNames = names
        let alive = Set(names.values)
        inodes = inodes.filter { alive.contains($0.key) }
        locks = [:]
        processes = [:]
    }

    private func isReachable(_ path: ExactName) -> Bool {
        guard let parent = path.text.parentDirectory.map({ ExactName($0) }), parent != path else { return true }
        return durableNames[parent] != nil && isReachable(parent)
    }
}
