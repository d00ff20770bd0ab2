/// A Linux machine as its kernel reports it. A hypervisor that runs the machine may pause it.
package struct LinuxMachine: Sendable, Equatable {
    /// The beginning of `/proc/cpuinfo`, or `nil` if it can't be read.
    package var processors: String?
    /// The maker of the machine, as the firmware names it (`/sys/class/dmi/id/sys_vendor`).
    package var vendor: String?
    /// A Boolean value that indicates whether the device tree names a hypervisor.
    package var hasHypervisorNode: Bool
    /// A Boolean value that indicates whether a hypervisor reports its disruptions of the clocks (``VMClockPage``).
    package var hasVMClock: Bool

    package init(processors: String?, vendor: String?, hasHypervisorNode: Bool, hasVMClock: Bool = false) {
        self.processors = processors
        self.vendor = vendor
        self.hasHypervisorNode = hasHypervisorNode
        self.hasVMClock = hasVMClock
    }

    /// A Boolean value that indicates whether a hypervisor runs the machine. On x86, the processor reports a
    /// hypervisor (CPUID, leaf 1, bit 31 of ECX). On other machines, the device tree or the name of the firmware's
    /// maker shows the hypervisor, as in systemd-detect-virt. If the process can't read what the kernel says of the
    /// processor, for example because of systemd's `ProcSubset=pid`, the machine may be virtual.
    package var isVirtual: Bool {
        guard let processors, !hasVMClock else { return true }
        let flags = processors.split(separator: "\n").first { $0.hasPrefix("flags") }
        if let flags { return flags.split(whereSeparator: { $0 == " " || $0 == "\t" }).contains("hypervisor") }
        return hasHypervisorNode || LinuxMachine.makersOfVirtualMachines.contains { vendor?.hasPrefix($0) == true }
    }

    /// The firmware makers of virtual machines. Some of these makers also make physical machines. The library treats
    /// those machines as virtual, and promises less for them.
    private static let makersOfVirtualMachines = [
        "QEMU", "KubeVirt", "Amazon EC2", "Google", "VMware", "VMW", "innotek GmbH", "VirtualBox", "Oracle Corporation",
        "Xen", "Bochs", "Parallels", "BHYVE", "Microsoft Corporation", "Apple Virtualization",
    ]
}
