#if canImport(Glibc)
    import FoundationEssentials
    import SiderealCore
    package import SiderealCurl
    import SiderealSystem

    extension HTTPExchange {
        /// Says what is missing.
        static let withoutCurl = HTTPExchange(
            ask: { (_, url, _, _) async throws(TimeSourceError) in
                throw TimeSourceError(
                    .unsupported, asking: url.place, "there is no libcurl.so.4; in Debian the package libcurl4 has it")
            },
            close: {})

        /// Asks by libcurl, without Foundation's networking in between, which some answers bring down; nil where there
        /// is no libcurl.
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

        /// The URL without user, password and fragment, which are none of a time server's business; nil where it can't
        /// be taken apart.
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
                sent: answer.sent, received: answer.received, isWarm: answer.isWarm)
        }
    }

    extension TimeSourceError {
        /// What no answer by libcurl comes to.
        fileprivate init(_ error: CurlError, host: String) {
            switch error {
            case .failed(let failure): self.init(failure, host: host)
            case .network(let error): self.init(error, of: host)
            case .timedOut: self.init(.timedOut, asking: host, Self.reason(.timedOut))
            case .malformed: self.init(.badAnswer, asking: host, "the answer is not HTTP")
            case .tooLong: self.init(.badAnswer, asking: host, "the head of the answer does not end")
            case .incomplete: self.init(.badAnswer, asking: host, "the answer has no whole head")
            }
        }

        /// What a failure of libcurl comes to.
        package init(_ failure: CurlFailure, host: String, hasProxy: Bool = Self.hasProxy) {
            let cause = Self.cause(of: failure)
            // Its texts quote servers, and the TLS library's are of several lines at times.
            // A head that grows beyond what it takes it calls a lack of memory, see Curl_dyn_addn of its lib/dynbuf.c.
            let said = failure.code == 27 ? "the head of the answer is too long" : failure.text
            let text = said.split { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true }
                .joined(separator: " ")
            let proxy = hasProxy ? Self.proxyReason(failure.code, text, host: host) : nil
            let reason = proxy ?? Self.reason(cause, text: text)
            self.init(cause, errno: failure.number?.rawValue, asking: host, reason)
        }

        /// Where it is a proxy that failed, so that nobody blames the server; nil where it is not known to be one.
        private static func proxyReason(_ code: Int32, _ text: String, host: String) -> String? {
            switch code {
            // The text of a connection that failed names the host that it was to.
            case 7:
                text.isEmpty || text.contains(host.trimmedOfPort) ? nil : "by its proxy: \(text)"
            case 5: "the name of its proxy has no address: \(text)"
            case 56 where text.contains("CONNECT") || text.contains("proxy"): "by its proxy: \(text)"
            case 97: "by its proxy: \(text)"
            default: nil
            }
        }

        /// Whether the environment names a proxy, as libcurl reads it.
        package static var hasProxy: Bool {
            let environment = ProcessInfo.processInfo.environment
            return ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains {
                environment[$0]?.isEmpty == false
            }
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
            // 43, a bad argument, is also what it says of a head's line that it can't read.
            case 1, 8, 22, 23, 27, 43, 47, 61, 63, 67, 94, 100: .badAnswer
            case 3, 4: .unsupported
            default: .network
            }
        }
    }

    extension String {
        /// A host alone, of a host and a port; that of an IPv6 address without its brackets.
        fileprivate var trimmedOfPort: Substring {
            hasPrefix("[") ? dropFirst().prefix { $0 != "]" } : prefix { $0 != ":" }
        }
    }
#endif
