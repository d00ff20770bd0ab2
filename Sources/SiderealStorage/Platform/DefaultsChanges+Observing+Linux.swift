#if !canImport(Darwin) && FullFoundation
    import Foundation

    extension DefaultsChanges {
        /// Does nothing, because Linux's UserDefaults does not announce changes.
        static func observe(_ key: String, in domain: String, _ defaults: () -> UserDefaults?) {}
    }
#endif
