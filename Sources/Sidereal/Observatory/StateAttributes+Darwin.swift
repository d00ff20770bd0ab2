#if canImport(Darwin)
    import Foundation
    import SiderealSystem

    /// How the system treats what is kept: readable before the first unlock, and never restored on another device.
    enum StateAttributes {
        /// Prepares the directory before anything is created in it: new files inherit its protection class.
        static func prepare(directory: String) throws(SystemError) {
            try RealFileSystem().makeDirectories(directory)
            apply(to: directory)
        }

        /// Marks a file that has just taken its name; the marks stay with a file, not with its name.
        static func apply(to path: String) {
            var url = URL(filePath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            // A volume that knows no such attributes is not backed up by the system either.
            try? url.setResourceValues(values)
            #if !os(macOS)
                try? FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: path)
            #endif
        }
    }
#endif
