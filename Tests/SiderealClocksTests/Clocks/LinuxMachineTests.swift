import SiderealClocks
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("a hypervisor under a Linux machine") struct LinuxMachineTests {
    static let x86 = "processor\t: 0\nmodel name\t: hypervisor\nflags\t\t: fpu vme "

    @Test(
        "the processor reveals a hypervisor on x86, and elsewhere the device tree or the firmware's maker does",
        arguments: [
            (x86 + "sse2 hypervisor lahf_lm\nbugs\t\t: x\n", nil, false, true), (x86 + "sse2\n", nil, false, false),
            (x86 + "hypervisors\n", nil, false, false), (x86 + "hypervisor", nil, false, true),
            // The firmware alone proves nothing there: a host may be of the same maker.
            (x86 + "sse2\n", "QEMU", true, false), (nil, nil, false, true), ("processor\t: 0\n", "QEMU", false, true),
            ("processor\t: 0\n", "Amazon EC2", false, true), ("processor\t: 0\n", "Raspberry Pi", false, false),
            ("processor\t: 0\n", nil, true, true),
        ] as [(String?, String?, Bool, Bool)])
    func isVirtual(_ processors: String?, _ vendor: String?, hasNode: Bool, expected: Bool) {
        let machine = LinuxMachine(processors: processors, vendor: vendor, hasHypervisorNode: hasNode)
        #expect(machine.isVirtual == expected)
        let told = LinuxMachine(processors: processors, vendor: vendor, hasHypervisorNode: hasNode, hasVMClock: true)
        #expect(told.isVirtual)
    }

    /// Scripts/server-lab tests a process that does not.
    @Test("this process reads the kernel's clocks unchanged") func unchangedClocks() throws {
        #expect(SystemClocks.changedClocks.isEmpty)
        #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
            let kernel = LinuxKernel()
            let before = try kernel.monotonic()
            let time = try #require(SystemClocks.kernelTime(CLOCK_MONOTONIC))
            #expect(try before <= time && time <= kernel.monotonic())
        #endif
    }
}
