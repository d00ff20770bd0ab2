#if canImport(Glibc)
    import FoundationEssentials
    import SiderealCore
    package import SiderealCurl
    import SiderealSystem

    extension HTTPExchange {
        /// An exchange whose requests throw an error that names the missing library.
        static let withoutCurl = HTTPExchange(
            ask: { (_, url, _, _) async throws(TimeSourceError) in
                throw TimeSourceError(
                    .unsupported, asking: url.place, "libcurl.so.4 is missing; on Debian, install the package libcurl4")
            },
            close: {})

        /// Returns an exchange through libcurl, or `nil` if there is no libcurl. The exchange avoids Foundation's
        /// networking, because some answers crash it.
        package static func curl(authorities: String? = nil) -> HTTPExchange? {
            let fields = ["Cache-Control: no-cache"]
            guard let connection = CurlConnection(fields: fields, authorities: authorities) else { return nil }
            return HTTPExchange(
                ask: { (method, url, timeout, poll) async throws(TimeSourceError) in
                    let host = url.place
                    guard let text = withoutSecrets(url) else {
                        throw TimeSourceError(.unsupported, asking: host, "its URL is malformed")
                    }
                    do throws(CurlError) {
                        let answer = try await connection.answer(
                            to: text, withHead: method == .head, timeout: timeout, willSend: poll.stampSent,
                            didReceive: poll.stampReceived)
                        return HTTPAnswer(answer, to: method)
                    } catch {
                        throw TimeSourceError(error, host: host)
                    }
                },
                close: { connection.close() })
        }

        /// Returns the URL without user, password and fragment, or `nil` if Foundation can't parse the URL.
        private static func withoutSecrets(_ url: URL) -> String? {
            guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true) else { return nil }
            (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
            return parts.string
        }
    }

    extension HTTPAnswer {
        fileprivate init(_ answer: CurlAnswer, to method: HTTPMethod) {
            self.init(
                head: AnswerHead(method: method.rawValue, status: answer.status) {
                    answer.head.value(of: $0.lowercased())
                },
                sent: answer.sent, received: answer.received, isWarm: answer.isWarm,
                mayLeaveBody: method == .head && answer.head.mayLeaveBody)
        }
    }

    extension TimeSourceError {
        /// Converts an error of a request through libcurl.
        fileprivate init(_ error: CurlError, host: String) {
            switch error {
            case .failed(let failure): self.init(failure, host: host)
            case .network(let error): self.init(error, of: host)
            case .timedOut: self.init(.timedOut, asking: host, Self.reason(.timedOut))
            case .malformed: self.init(.badAnswer, asking: host, "the answer is not HTTP")
            case .tooLong: self.init(.badAnswer, asking: host, "the head of the answer is too long")
            case .incomplete: self.init(.badAnswer, asking: host, "the head of the answer is incomplete")
            }
        }

        /// Converts a failure that libcurl reports.
        package init(_ failure: CurlFailure, host: String, hasProxy: Bool = Self.hasProxy) {
            let cause = Self.cause(of: failure)
            // libcurl's texts quote servers, and the texts of the TLS library can have several lines. For a head that
            // is too long, libcurl reports the code for a lack of memory (27): see Curl_dyn_addn in its lib/dynbuf.c.
            let said = failure.code == 27 ? "the head of the answer is too long" : Self.plain(failure.text)
            let text = said.split { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true }
                .joined(separator: " ")
            let errno = failure.number?.rawValue
            if hasProxy, let reason = Self.proxyReason(failure.code, text, host: host) {
                self.init(cause, errno: errno, asking: host, reason)
            } else {
                self.init(cause, errno: errno, asking: host, failedWith: text)
            }
        }

        /// Returns a sentence for texts of libcurl and OpenSSL that don't show their cause.
        private static func plain(_ text: String) -> String {
            // The socket is no longer connected.
            if text.hasPrefix("getpeername() failed") { return "the server closed the connection" }
            if text.contains("HTTP/0.9") { return "the answer is not HTTP" }
            if text.contains("wrong version number") { return "the server's port does not speak TLS (\(text))" }
            if text.contains("alert certificate required") {
                return "the server demands a certificate from its clients (\(text))"
            }
            return text
        }

        /// Returns a reason that names the proxy, or `nil` if it is uncertain whether the proxy failed.
        private static func proxyReason(_ code: Int32, _ text: String, host: String) -> String? {
            switch code {
            // The text of a failed connection names the host of that connection.
            case 7:
                text.isEmpty || text.contains(host.inTexts) ? nil : "its proxy failed: \(text)"
            case 5: "the name of its proxy has no address: \(text)"
            case 56 where text.contains("CONNECT") || text.contains("proxy"): "its proxy failed: \(text)"
            case 97: "its proxy failed: \(text)"
            default: nil
            }
        }

        /// A Boolean value that indicates whether the environment names a proxy, by the rules of libcurl.
        package static var hasProxy: Bool {
            let environment = ProcessInfo.processInfo.environment
            return ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
                environment[$0]?.isEmpty == false
            }
        }

        /// Returns the cause for an error number of libcurl-errors(3).
        private static func cause(of failure: CurlFailure) -> Cause {
            switch failure.code {
            // libcurl reports no error if the connection ends before the head is complete.
            case 0: .connectionLost
            case 5, 6: .nameResolution
            case 7: failure.number == .connectionRefused ? .refused : .network
            case 28: .timedOut
            // If a connection breaks during TLS, the cause is the network, not a lack of trust.
            case 35: isOfBrokenConnection(failure.text) ? .connectionLost : .tls
            case 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .tls
            // With TLS 1.3, a server rejects a client's certificate after the client regards the connection as open.
            case 56 where failure.text.contains("SSL routines") && failure.text.contains("alert"): .tls
            case 16, 18, 52, 55, 56, 92, 95, 96: .connectionLost
            // libcurl also reports 43 (a bad argument) if it can't read a line of a head.
            case 1, 8, 22, 23, 27, 43, 47, 61, 63, 67, 94, 100: .badAnswer
            case 3, 4: .unsupported
            default: .network
            }
        }
    }

    extension String {
        /// A host, with its port if it has one, as libcurl names it in texts: "host port 80".
        fileprivate var inTexts: String {
            let host = hasPrefix("[") ? dropFirst().prefix { $0 != "]" } : prefix { $0 != ":" }
            let port = dropFirst(host.count).drop { $0 != ":" }.dropFirst()
            return port.isEmpty ? String(host) : "\(host) port \(port)"
        }
    }
#endif
