import SiderealCore
import SiderealStorage
import SiderealSystem

extension Environment {
    /// The device that this process runs on, with its clocks.
    static var withClocks: Environment {
        var environment = Environment.live
        environment.model = .system
        environment.clocks = SystemClocks(model: environment.model)
        // Without comparable clocks nothing is concluded across launches, so neither identity is returned.
        guard SystemClocks.areComparable else { return environment }
        environment.identity = Identity(
            boot: { BootIdentityStatus.system().identity }, machine: { MachineIdentity.system(stateDirectory: $0) })
        return environment
    }
}
