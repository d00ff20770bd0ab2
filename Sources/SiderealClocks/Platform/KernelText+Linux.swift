#if canImport(Glibc)
    import Glibc
    import SiderealSystem

    /// Small texts that the kernel generates when they are read.
    enum KernelText {
        /// Returns the text of a file of at most a page, without blanks at its start and end, or `nil` if the file
        /// can't be read.
        static func read(_ path: String) -> String? {
            let descriptor = open(path)
            guard descriptor >= 0 else { return nil }
            defer { Syscalls.close(descriptor) }
            return content(descriptor).map { trimmed(String(decoding: $0, as: UTF8.self)) }
        }

        /// Opens a file for reading, and repeats the call if signals interrupt it.
        static func open(_ path: String) -> Int32 {
            uninterrupted { Syscalls.open(path, OpenMode.readOnly.flags) }
        }

        /// Returns the target of a symbolic link, or `nil` if the link can't be read.
        static func link(_ path: String) -> String? {
            var target = [CChar](repeating: 0, count: 128)
            let count = readlink(path, &target, target.count)
            guard count > 0 else { return nil }
            return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        /// Returns up to a page from the start of an open file.
        static func content(_ descriptor: Int32) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = uninterrupted { bytes.withUnsafeMutableBytes { Syscalls.read(descriptor, into: $0, at: 0) } }
            return count < 0 ? nil : Array(bytes.prefix(count))
        }

        private static func uninterrupted<Answer: SignedInteger>(_ call: () -> Answer) -> Answer {
            var answer = call()
            while answer < 0, ErrorNumber.last == .interrupted { answer = call() }
            return answer
        }

        private static func trimmed(_ text: String) -> String {
            var rest = text[...]
            while let last = rest.last, last.isWhitespace { rest.removeLast() }
            while let first = rest.first, first.isWhitespace { rest.removeFirst() }
            return String(rest)
        }
    }
#endif
