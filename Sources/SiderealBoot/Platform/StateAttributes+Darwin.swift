import SiderealSystem

#if canImport(Darwin)
    import Foundation
    import SiderealGate

    /// The attributes of the library's own files: readable before the first unlock, and never restored on another
    /// device.
    enum StateAttributes {
        /// Creates the directory if it is missing. New files inherit the directory's protection class. An existing
        /// directory stays unchanged, because its other files may need their class and their place in backups.
        static func prepare(directory: String) throws(SystemError) {
            let system = RealFileSystem()
            if try system.identityIfPresent(ofPath: directory) != nil { return }
            try system.makeDirectories(directory)
            apply(to: directory)
        }

        /// Sets the attributes of a file that has just received its name. The attributes stay with the file, not with
        /// its name.
        static func apply(to path: String) {
            CanaryProbe.excludeFromBackup(path)
            #if !os(macOS)
                try? FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: path)
            #endif
        }
    }
#else
    /// The attributes of the library's own files. Linux files have neither protection classes nor backup marks.
    enum StateAttributes {
        static func prepare(directory: String) throws(SystemError) {}
        static func apply(to path: String) {}
    }
#endif
