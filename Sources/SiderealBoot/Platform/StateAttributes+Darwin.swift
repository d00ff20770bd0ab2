import SiderealSystem

#if canImport(Darwin)
    import Foundation
    import SiderealGate

    /// How the system treats what is kept: readable before the first unlock, and never restored on another device.
    enum StateAttributes {
        /// Makes the directory, where it is missing: new files inherit its protection class. One that is there belongs
        /// to whoever made it, and is left as it is: its other files may need their class, and their place in backups.
        static func prepare(directory: String) throws(SystemError) {
            let system = RealFileSystem()
            if try system.identityIfPresent(ofPath: directory) != nil { return }
            try system.makeDirectories(directory)
            apply(to: directory)
        }

        /// Marks a file that has just taken its name; the marks stay with a file, not with its name.
        static func apply(to path: String) {
            CanaryProbe.excludeFromBackup(path)
            #if !os(macOS)
                try? FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: path)
            #endif
        }
    }
#else
    /// How the system treats what is kept: on Linux files have neither protection classes nor backup marks.
    enum StateAttributes {
        static func prepare(directory: String) throws(SystemError) {}
        static func apply(to path: String) {}
    }
#endif
