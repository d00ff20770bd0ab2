import SiderealClocks
import SiderealCore
import SiderealSystem
import TestSupport
import Testing

/// The status of the kernel's boot identity.
@Suite struct BootIdentityStatusTests {
    static let uuid = "8d0f7b52-1f3c-4b6e-9a27-c0ffee123456"

    @Test(
        "a UUID in upper or lower case is a valid boot identity, up to a line end or a zero byte",
        arguments: [
            (uuid, uuid),
            (uuid + "\n", uuid),
            (uuid.uppercased(), uuid),
            (uuid.uppercased() + "\0", uuid),
            (uuid + "\0\0\0garbage behind the zero", uuid),
            ("00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000001"),
        ] as [(String, String)])
    func valid(text: String, identity: String) {
        let status = BootIdentityStatus(first: Array(text.utf8), second: Array(text.utf8))
        #expect(status == BootIdentity(identity).map { .valid($0) })
        #expect(status.identity == BootIdentity(identity))
    }

    @Test(
        "text that isn't a UUID is empty or malformed, and gives no identity",
        arguments: [
            ("", .empty),
            ("\n", .empty),
            ("\0\0\0\0", .empty),
            ("00000000-0000-0000-0000-000000000000", .malformed),
            (String(uuid.dropLast()), .malformed),
            (uuid + "0", .malformed),
            (uuid.replacing("-", with: "0"), .malformed),
            (uuid.replacing("-", with: ""), .malformed),
            ("8d0f7b521f3c-4b6e-9a27-c0ffee-12345-6", .malformed),
            ("8d0f7b52-1f3c-4b6e-9a27-c0ffee12345g", .malformed),
            ("8d0f7b52-1f3c-4b6e-9a27-c0ffee12345é", .malformed),
            ("not a boot identity", .malformed),
        ] as [(String, BootIdentityStatus)])
    func invalid(text: String, status: BootIdentityStatus) {
        let judged = BootIdentityStatus(first: Array(text.utf8), second: Array(text.utf8))
        #expect(judged == status)
        #expect(judged.identity == nil)
    }

    @Test(
        "text that differs between two reads has the status `changing`",
        arguments: ["8d0f7b52-1f3c-4b6e-9a27-c0ffee123457\n", "", "8d0f7b52"])
    func changing(second: String) {
        #expect(BootIdentityStatus(first: Array((Self.uuid + "\n").utf8), second: Array(second.utf8)) == .changing)
    }

    @Test("the same UUID written in two ways is one identity")
    func sameInCapitals() {
        let status = BootIdentityStatus(
            first: Array(Self.uuid.uppercased().utf8), second: Array((Self.uuid + "\n").utf8))
        #expect(status.identity == BootIdentity(Self.uuid))
    }
}

#if os(Linux)
    @Suite("the kernel's files that look like a boot identity") struct BootIdentityFileTests {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory() }

        @Test("an ordinary file doesn't count as the kernel's")
        func ordinaryFileIsNotTheKernels() throws {
            let path = directory.path + "/boot_id"
            let disk = RealFileSystem()
            let file = try disk.open(path, .createExclusively(.always))
            defer { disk.close(file) }
            try disk.writeFully(file, Array((BootIdentityStatusTests.uuid + "\n").utf8), at: 0)
            #expect(BootIdentityStatus.system(path: path) == .notFromKernel)
        }

        @Test("a missing file and an unreadable file have different statuses")
        func absenceAndRefusalAreToldApart() {
            #expect(BootIdentityStatus.system(path: directory.path + "/none") == .missing)
            #expect(BootIdentityStatus.system(path: "/proc/version/none") == .unreadable(.notDirectory))
            #expect(BootIdentityStatus.system(path: "/proc/self") != .missing)
        }

        /// The file beside it looks alike, and differs at each read; another file of the kernel's that isn't a UUID is
        /// malformed.
        @Test("the kernel's other files give no identity")
        func theKernelsOtherFilesAreNoIdentity() {
            #expect(BootIdentityStatus.system(path: "/proc/sys/kernel/random/uuid") == .changing)
            #expect(BootIdentityStatus.system(path: "/proc/version") == .malformed)
        }

        @Test("on this kernel, time advances, the identity stays the same, and a reading is from one moment")
        func thisKernel() throws {
            #expect(BootIdentityStatus.system() == BootIdentityStatus.system())
            var clocks = SystemClocks()
            let first = try clocks.read()
            let second = try clocks.read()
            #expect(second.elapsed > first.elapsed)
            #expect(second.awake > first.awake)
            #expect(first.elapsed.nanoseconds > 0 && first.awake.nanoseconds > 0 && first.slept >= .zero)
            #expect(try clocks.state(slept: .zero).elapsed > second.elapsed)
            // Uptime by the calendar against the counter: the difference is at most the slewing of the calendar.
            let byCalendar = second.wall - second.kernelBootTime
            let byCounter = Nanoseconds(second.elapsed.nanoseconds)
            #expect((byCalendar - byCounter).magnitude < .seconds(1) + Nanoseconds(byCounter.count / 100))
        }
    }
#endif
