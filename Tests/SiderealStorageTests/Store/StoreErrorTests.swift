import SiderealCore
import SiderealStorage
import Testing

@Suite struct StoreErrorTests {
    @Test(
        arguments: [
            (.unreadable(errno: 13), 13), (.indeterminate(errno: 5), 5), (.beforeFirstUnlock, nil), (.lost, nil),
            (.damaged, nil), (.newerVersion(2), nil),
        ] as [(Unavailability, Int32?)])
    func hasTheNumberOfTheCallThatFailed(why: Unavailability, number: Int32?) {
        let error = StoreError(why, path: "/data/settings.store")
        #expect(error.errno == number)
        #expect(error.path == "/data/settings.store")
        #expect(error.unavailability == why)
    }
}
