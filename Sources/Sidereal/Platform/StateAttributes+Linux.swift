#if !canImport(Darwin)
    import SiderealSystem

    /// How the system treats what is kept: on Linux files have neither protection classes nor backup marks.
    enum StateAttributes {
        static func prepare(directory: String) throws(SystemError) {}
        static func apply(to path: String) {}
    }
#endif
