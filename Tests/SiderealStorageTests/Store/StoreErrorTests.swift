import SiderealBase
import SiderealStorage
import Testing

@Suite("errors of a store") struct StoreErrorTests {
    @Test(
        "an error has the errno of the call that failed, if there is one",
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
