#if canImport(Glibc)
    package import SiderealSystem

    extension TimeSourceError {
        /// What a failure of libcurl comes to.
        package init(_ failure: CurlFailure, host: String) {
            let cause = Self.cause(of: failure)
            // Its texts quote servers, and the TLS library's are of several lines at times.
            let text = failure.text.split { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true }
                .joined(separator: " ")
            self.init(cause, errno: failure.number?.rawValue, Self.sentence(cause, host: host, text: text))
        }

        /// By the number of the error, see libcurl-errors(3).
        private static func cause(of failure: CurlFailure) -> Cause {
            switch failure.code {
            // The head was not whole when the connection ended, and libcurl thought nothing of it.
            case 0: .connectionLost
            case 5, 6: .nameResolution
            case 7: failure.number == .connectionRefused ? .refused : .network
            case 28: .timedOut
            // A connection that breaks within TLS is broken, not untrusted.
            case 35: isOfBrokenConnection(failure.text) ? .connectionLost : .tls
            case 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .tls
            case 16, 18, 52, 55, 56, 92, 95, 96: .connectionLost
            // 43, a bad argument, is also what it says of a head's line that it cannot read.
            case 1, 8, 22, 23, 27, 43, 47, 61, 63, 67, 94, 100: .badAnswer
            case 3, 4: .unsupported
            default: .network
            }
        }
    }
#endif
