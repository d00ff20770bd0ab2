#if canImport(Darwin)
    import Foundation

    extension CanaryProbe {
        /// A canary that is restored on another device would say nothing about that one.
        static func excludeFromBackup(_ path: String) {
            var url = URL(filePath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            // A volume that knows no such marks is not backed up by the system either.
            try? url.setResourceValues(values)
        }
    }
#endif
