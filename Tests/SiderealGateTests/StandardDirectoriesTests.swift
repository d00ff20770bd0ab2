import SiderealGate
import Testing

@Suite("standard directories") struct StandardDirectoriesTests {
    #if !canImport(Darwin)
        static let environments: [(environment: [String: String], state: String?, data: String?)] = [
            (["HOME": "/h"], "/h/.local/state/sidereal", "/h/.local/share/NAME/store"),
            (["HOME": "/h", "XDG_STATE_HOME": "/s"], "/s/sidereal", "/h/.local/share/NAME/store"),
            (["HOME": "/h", "XDG_DATA_HOME": "/d"], "/h/.local/state/sidereal", "/d/NAME/store"),
            (["XDG_STATE_HOME": "/s", "XDG_DATA_HOME": "/d", "HOME": "h"], "/s/sidereal", "/d/NAME/store"),
            (
                ["HOME": "/h", "XDG_STATE_HOME": "s", "XDG_DATA_HOME": ""], "/h/.local/state/sidereal",
                "/h/.local/share/NAME/store"
            ),
            (["HOME": "h"], nil, nil),
            (["HOME": "", "XDG_STATE_HOME": "s"], nil, nil),
        ]

        @Test("directories follow the XDG Base Directory Specification", arguments: environments)
        func theyFollowTheBaseDirectorySpecification(environment: [String: String], state: String?, data: String?) {
            #expect(StandardDirectories.state(environment: environment) == state)
            let name = StandardDirectories.directoryName(StandardDirectories.applicationName)
            let expected = data.map { $0.split(separator: "/").map { $0 == "NAME" ? name[...] : $0 } }
            #expect(StandardDirectories.data(environment: environment)?.split(separator: "/") == expected)
        }
    #endif

    @Test(
        "an application's name becomes one directory name",
        arguments: [
            ("app", "app"), ("org.example.app", "org.example.app"), ("", "process"), (".", "process"),
            ("..", "process"), ("../x", ".._x"), ("a/b", "a_b"), ("a\0b", "a_b"),
        ])
    func aNameIsOneDirectory(name: String, directory: String) {
        #expect(StandardDirectories.directoryName(name) == directory)
    }
}
