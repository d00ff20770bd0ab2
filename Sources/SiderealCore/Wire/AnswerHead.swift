/// The parts of an HTTP answer's head, and of its request, that show the age of its Date.
///
/// The rules are those of RFC 9111 for shared caches. The app accounts for its own cache itself.
package struct AnswerHead: Sendable, Equatable {
    /// The method of the request. Letter case counts.
    package var method: String
    package var status: Int
    private var fields: [Field: String]

    /// The fields that count. Several values of one field are joined by commas.
    private enum Field: String, CaseIterable {
        case date = "Date"
        case age = "Age"
        case cacheControl = "Cache-Control"
        // Fields for the caches in front of a server alone (RFC 9213), and their predecessors.
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

    /// Reads the fields that count, by their names as the standards write them.
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

    /// The time for which the server wants no requests: in seconds, or until a date by its own clock. `nil` if it gives
    /// none.
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
        /// The Date is that of this very answer.
        case fresh
        /// A cache kept the answer for that many seconds, to within one, if it reports truly.
        case kept(seconds: Int64)
        case unknown
    }

    /// The age of the Date if only caches that report it can have kept the answer.
    package var toldAge: DateAge {
        // A cache turns "Not modified" into what it has. And a timeout may be sent before the request has arrived.
        if status == 304 || status == 408 { return .unknown }
        if let age = fields[.age] { return Self.seconds(age).map { .kept(seconds: $0) } ?? .unknown }
        let told: [Field] = [.cacheStatus, .xCache, .xCacheStatus, .cfCacheStatus, .xVercelCache]
        let hits = told.compactMap { fields[$0] }
        return hits.contains(where: Self.isHit) ? .unknown : .fresh
    }

    /// Indicates whether a cache that follows the rules may have answered with what it kept, without asking the server
    /// again. The requester does not matter: what a cache kept for a request without `Authorization` may answer one
    /// with it.
    package var mayBeKept: Bool {
        if Self.neverKept.contains(method) { return false }
        // The cache that such a field is meant for obeys no other field.
        let targeted: [Field] = [.targeted, .surrogate, .cloudflare, .vercel]
        if targeted.contains(where: { fields[$0] != nil }) { return true }
        let control = CacheControl(fields[.cacheControl] ?? "")
        if !control.isReadable { return true }
        let isAllowed = control.has("public") || control.has("s-maxage")
        if control.isBare("no-store"), !control.has("must-understand") { return false }
        if control.isBare("no-cache") || control.isBare("private") { return false }
        if control.isNeverFresh { return false }
        // If nothing sets a lifetime, a cache guesses one, but only for these statuses (RFC 9110, section 15.1).
        let isGuessed = !isAllowed && !control.has("max-age") && fields[.expires] == nil
        return !isGuessed || Self.guessed.contains(status)
    }

    /// Methods that a cache passes on in any case: they change something, or their answers must not be kept.
    private static let neverKept: Set = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
    private static let guessed: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Returns a number of seconds, or `nil` if the text is not a number, or is one that no clock counts to.
    static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }

    /// Returns whether a cache reports that it had the answer. No standard before RFC 9211 defines such a report.
    private static func isHit(_ text: String) -> Bool {
        let words: Set = ["hit", "stale", "updating", "revalidated"]
        return text.split { !$0.isLetter }.contains { words.contains($0.lowercased()) }
    }
}

/// The directives of a `Cache-Control` field.
private struct CacheControl {
    /// The arguments by the name in lower case, with `nil` for a directive without an argument.
    private var directives: [String: [String?]] = [:]
    /// Indicates whether every quotation ends.
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

    /// Returns whether the directive is there for the whole answer, not for fields that it names.
    func isBare(_ name: String) -> Bool { directives[name]?.contains(nil) == true }

    /// Indicates whether the answer is stale at once, and may not be used then.
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
