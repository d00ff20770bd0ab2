/// What a Linux kernel tells of the machine: whether a hypervisor runs it, which may pause it.
package struct LinuxMachine: Sendable, Equatable {
    /// The beginning of `/proc/cpuinfo`; nil where it can't be read.
    package var processors: String?
    /// Who made the machine, by its firmware (`/sys/class/dmi/id/sys_vendor`).
    package var vendor: String?
    /// Whether the device tree names a hypervisor.
    package var hasHypervisorNode: Bool
    /// Whether a hypervisor tells when it disrupts the clocks (``VMClockPage``).
    package var hasVMClock: Bool

    package init(processors: String?, vendor: String?, hasHypervisorNode: Bool, hasVMClock: Bool = false) {
        self.processors = processors
        self.vendor = vendor
        self.hasHypervisorNode = hasHypervisorNode
        self.hasVMClock = hasVMClock
    }

    /// On x86 the processor itself tells (CPUID, leaf 1, bit 31 of ECX); elsewhere the device tree, or the name of the
    /// firmware's maker, as systemd-detect-virt has it.
    package var isVirtual: Bool {
        if hasVMClock { return true }
        let flags = processors?.split(separator: "\n").first { $0.hasPrefix("flags") }
        if let flags { return flags.split(whereSeparator: { $0 == " " || $0 == "\t" }).contains("hypervisor") }
        return hasHypervisorNode || LinuxMachine.makersOfVirtualMachines.contains { vendor?.hasPrefix($0) == true }
    }

    /// Some make real machines, too: those promise less than they could.
    private static let makersOfVirtualMachines = [
        "QEMU", "KubeVirt", "Amazon EC2", "Google", "VMware", "VMW", "innotek GmbH", "VirtualBox", "Oracle Corporation",
        "Xen", "Bochs", "Parallels", "BHYVE", "Microsoft Corporation", "Apple Virtualization",
    ]
}
