/// The parts of an HTTP answer's head, and of its request, that show the age of its Date.
///
/// The rules are those of RFC 9111 for shared caches. They don't cover the cache of the app itself.
package struct AnswerHead: Sendable, Equatable {
    /// The method of the request, in its exact letter case.
    package var method: String
    package var status: Int
    private var fields: [Field: String]

    /// The fields that this code uses. Commas join several values of one field.
    private enum Field: String, CaseIterable {
        case date = "Date"
        case age = "Age"
        case cacheControl = "Cache-Control"
        // Fields only for the caches in front of a server (RFC 9213), and the predecessors of these fields.
        case targeted = "CDN-Cache-Control"
        case surrogate = "Surrogate-Control"
        case cloudflare = "Cloudflare-CDN-Cache-Control"
        case vercel = "Vercel-CDN-Cache-Control"
        case expires = "Expires"
        case cacheStatus = "Cache-Status"
        case xCache = "X-Cache"
        case xCacheStatus = "X-Cache-Status"
        case cfCacheStatus = "CF-Cache-Status"
        case xVercelCache = "X-Vercel-Cache"
        case retryAfter = "Retry-After"
    }

    /// Reads the fields that this code uses. `value` returns the content of a field by its standard name.
    package init(method: String = "GET", status: Int = 200, value: (_ field: String) -> String?) {
        self.method = method
        self.status = status
        fields = [:]
        for field in Field.allCases { fields[field] = value(field.rawValue) }
    }

    package init(method: String = "GET", status: Int = 200, _ fields: [String: String]) {
        self.init(method: method, status: status) { fields[$0] }
    }

    package var date: String? { fields[.date] }

    /// A Boolean value that indicates whether the server refuses requests for a while.
    package var isRefusal: Bool { status == 429 || status == 503 && fields[.retryAfter] != nil }

    /// The time for which a client must send no requests (`Retry-After`): in seconds, or until a date by the server's
    /// own clock. The value is `nil` if the answer gives no such time.
    package var wantedSilence: Nanoseconds? {
        guard let text = fields[.retryAfter] else { return nil }
        if let seconds = Self.seconds(text) { return .seconds(seconds) }
        guard let date, let now = try? HTTPDate(sentNow: date.utf8), let end = try? HTTPDate(text.utf8) else {
            return nil
        }
        return (end.instant - now.instant).orZero
    }

    /// The age that the Date of an answer may have.
    package enum DateAge: Sendable, Equatable {
        /// The server wrote the Date for this answer.
        case fresh
        /// A cache reports that it kept the answer for the given number of seconds. If the report is correct, its error
        /// is at most one second.
        case kept(seconds: Int64)
        case unknown
    }

    /// The age of the Date, if every cache that kept the answer reports its age.
    package var toldAge: DateAge {
        // For "Not modified", a cache answers with the content that it has. A server may send a timeout before the
        // request arrives.
        if status == 304 || status == 408 { return .unknown }
        if let age = fields[.age] { return Self.seconds(age).map { .kept(seconds: $0) } ?? .unknown }
        let told: [Field] = [.cacheStatus, .xCache, .xCacheStatus, .cfCacheStatus, .xVercelCache]
        let hits = told.compactMap { fields[$0] }
        return hits.contains(where: Self.isHit) ? .unknown : .fresh
    }

    /// A Boolean value that indicates whether a cache that follows the rules may have answered from its storage,
    /// without a request to the server. The requester doesn't matter: a cache may store the answer to a request without
    /// `Authorization`, and send it for a request with this field.
    package var mayBeKept: Bool {
        if Self.neverKept.contains(method) { return false }
        // A cache that obeys one of these fields ignores all other fields.
        let targeted: [Field] = [.targeted, .surrogate, .cloudflare, .vercel]
        if targeted.contains(where: { fields[$0] != nil }) { return true }
        let control = CacheControl(fields[.cacheControl] ?? "")
        if !control.isReadable { return true }
        let isAllowed = control.has("public") || control.has("s-maxage")
        if control.isBare("no-store"), !control.has("must-understand") { return false }
        if control.isBare("no-cache") || control.isBare("private") { return false }
        if control.isNeverFresh { return false }
        // If no field sets a lifetime, a cache guesses one, but only for these statuses (RFC 9110, section 15.1).
        let isGuessed = !isAllowed && !control.has("max-age") && fields[.expires] == nil
        return !isGuessed || Self.guessed.contains(status)
    }

    /// Methods that a cache always forwards, because they change data or because a cache must not keep their answers.
    private static let neverKept: Set = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
    private static let guessed: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Returns a number of seconds, or `nil` if the text is not a number that fits 64 bits.
    static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// Returns whether a cache reports that it had the answer, even if it asked the server whether the answer is still
    /// valid. No standard before RFC 9211 defines these reports. CloudFront joins words, as in `RefreshHit`.
    private static func isHit(_ text: String) -> Bool {
        let words: Set = ["stale", "updating", "revalidated", "prerender"]
        return text.lowercased().split { !$0.isLetter }.contains { $0.hasSuffix("hit") || words.contains(String($0)) }
    }
}

/// The directives of a `Cache-Control` field.
private struct CacheControl {
    /// The arguments by the directive's name in lower case, with `nil` for a directive without an argument.
    private var directives: [String: [String?]] = [:]
    /// A Boolean value that indicates whether every quoted string has a closing quotation mark.
    private(set) var isReadable = true

    init(_ text: String) {
        var (isQuoted, isEscaped) = (false, false)
        let parts = text.split { character in
            defer { isEscaped = isQuoted && character == "\\" && !isEscaped }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        isReadable = !isQuoted
        for part in parts {
            let words = part.split(separator: "=", maxSplits: 1).map {
                $0.trimmed { $0 == " " || $0 == "\t" }
            }
            guard let name = words.first, !name.isEmpty else { continue }
            let argument = words.count > 1 ? String(words[1].trimmed { $0 == "\"" }) : nil
            directives[name.lowercased(), default: []].append(argument)
        }
    }

    func has(_ name: String) -> Bool { directives[name] != nil }

    /// Returns whether the directive applies to the whole answer, not only to fields that it names.
    func isBare(_ name: String) -> Bool { directives[name]?.contains(nil) == true }

    /// A Boolean value that indicates whether the answer is stale at once, and a cache must not use it when stale.
    var isNeverFresh: Bool {
        if has("stale-while-revalidate") || has("stale-if-error") { return false }
        if has("s-maxage") { return isZero("s-maxage") }
        return isZero("max-age") && (has("must-revalidate") || has("proxy-revalidate"))
    }

    private func isZero(_ name: String) -> Bool {
        directives[name]?.allSatisfy { $0.flatMap(AnswerHead.seconds) == 0 } == true
    }
}

extension Substring {
    fileprivate func trimmed(_ isLeftOut: (Character) -> Bool) -> Substring {
        var text = drop(while: isLeftOut)
        while let last = text.last, isLeftOut(last) { text.removeLast() }
        return text
    }
}
