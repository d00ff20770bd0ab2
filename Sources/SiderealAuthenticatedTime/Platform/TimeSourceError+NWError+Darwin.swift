#if canImport(Darwin)
    import Darwin
    import Network
    import SiderealSystem

    extension TimeSourceError {
        /// Converts an error of the Network framework. A newer system may report further kinds of errors.
        init(_ error: NWError, of name: String) {
            if case .posix(let code) = error {
                self.init(number: code, of: name)
            } else if case .dns = error {
                self.init(.nameResolution, asking: name, "\(Self.reason(.nameResolution)): \(error)")
            } else if case .tls(let status) = error, !Self.isOfClosedConnection(status) {
                self.init(.tls, asking: name, failedWith: "\(error)", isOfDates: Self.isOfDates(status))
            } else if case .tls = error {
                self.init(.connectionLost, asking: name, "the TLS connection broke: \(error)")
            } else {
                self.init(.network, asking: name, "\(error)")
            }
        }

        /// Converts an error number. This method is generic, because Apple has moved the type of the code from one
        /// module to another.
        private init(number code: some RawRepresentable<Int32>, of name: String) {
            let number = ErrorNumber(rawValue: code.rawValue)
            let text = "\(number.message) (errno \(number.rawValue))"
            switch number.rawValue {
            case ECONNREFUSED: self.init(.refused, errno: number.rawValue, asking: name, Self.reason(.refused))
            case ETIMEDOUT: self.init(.timedOut, errno: number.rawValue, asking: name, text)
            case EPIPE, ECONNABORTED, ECONNRESET, ENOTCONN:
                self.init(.connectionLost, errno: number.rawValue, asking: name, "the connection broke: \(text)")
            default: self.init(.network, errno: number.rawValue, asking: name, text)
            }
        }

        /// Returns true if the status means that a certificate has expired or is not yet valid. The numbers are
        /// errSSLCertExpired and errSSLCertNotYetValid of <Security/SecBase.h>.
        private static func isOfDates(_ status: Int32) -> Bool { [-9814, -9815].contains(status) }

        /// Returns true if the status means that the connection broke within TLS. The numbers are errSSLClosedGraceful,
        /// errSSLClosedAbort and errSSLClosedNoNotify of the obsolete header <Security/SecureTransport.h>.
        private static func isOfClosedConnection(_ status: Int32) -> Bool { [-9805, -9806, -9816].contains(status) }
    }
#endif
