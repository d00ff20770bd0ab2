import SiderealCore
import Testing

@Suite("the age of a Date (RFC 9111)") struct AnswerHeadTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var mayBeKept: Bool
        var head: AnswerHead
        var testDescription: String

        init(
            _ mayBeKept: Bool, _ control: String? = nil, method: String = "GET", status: Int = 200,
            _ others: [String: String] = [:]
        ) {
            self.mayBeKept = mayBeKept
            let fields = others.merging(control.map { ["Cache-Control": $0] } ?? [:]) { $1 }
            head = AnswerHead(method: method, status: status, fields)
            testDescription = "\(method) \(status) \(fields)"
        }
    }

    @Test(
        "an answer's head shows whether it may come from a cache",
        arguments: [
            // Section 3: a cache may guess without directives, for these statuses.
            Case(true), Case(true, ""), Case(true, status: 404), Case(true, status: 301), Case(true, method: "HEAD"),
            Case(false, status: 403), Case(false, status: 503), Case(false, status: 302),
            Case(true, "max-age=5", status: 403), Case(true, "public", status: 503),
            Case(true, "s-maxage=5", status: 302),
            Case(true, status: 403, ["Expires": "0"]),
            // Section 4: unsafe methods are written through. Methods are case-sensitive.
            Case(false, method: "POST"), Case(false, "max-age=600", method: "PUT"), Case(false, method: "DELETE"),
            Case(false, "public", method: "PATCH"), Case(false, method: "OPTIONS"), Case(true, method: "post"),
            Case(true, method: "QUERY"), Case(true, method: "PROPFIND"),
            // Section 5.2.2: the directives of the answer.
            Case(false, "no-store"), Case(false, "No-Store"), Case(false, "max-age=600, no-store"),
            Case(false, "no-cache"), Case(true, #"no-cache="Set-Cookie""#), Case(false, " no-cache , public"),
            Case(false, "private"), Case(true, #"private="X-Name""#), Case(true, #"private="a, no-store, b""#),
            Case(false, #"private="a", private"#),
            Case(true, "must-understand, no-store"),
            Case(true, "public"), Case(true, "max-age=600"), Case(true, "max-age=0"), Case(true, "immutable"),
            Case(false, "max-age=0, must-revalidate"), Case(false, "max-age=0,proxy-revalidate"),
            Case(true, "max-age=1, must-revalidate"), Case(true, "max-age=0, max-age=9, must-revalidate"),
            Case(false, "s-maxage=0, max-age=600"), Case(true, "s-maxage=600, max-age=0, must-revalidate"),
            Case(true, "max-age=x, must-revalidate"), Case(true, "max-age, must-revalidate"),
            Case(false, #"max-age="0", must-revalidate"#),
            Case(true, "max-age=0, must-revalidate, stale-while-revalidate=60"),
            Case(true, "s-maxage=0, stale-if-error=60"),
            // Section 3.5 stores no answer to Authorization, but such a request may get another one's stored answer.
            Case(true, "max-age=600"),
            // RFC 9213: the caches in front of a server obey another field.
            Case(true, "no-store", ["CDN-Cache-Control": "max-age=60"]),
            Case(true, "private", ["Surrogate-Control": "max-age=60"]),
            Case(true, "no-store", ["Cloudflare-CDN-Cache-Control": "max-age=60"]),
            Case(false, method: "POST", ["CDN-Cache-Control": ""]),
            // A directive that can't be parsed forbids nothing.
            Case(true, #"public, no-cache="""#), Case(true, #"private="""#), Case(true, #"private="a, no-store"#),
            Case(true, "no-store=x"), Case(true, "x-no-store"),
            Case(true, ",=,;"),
        ])
    func kept(_ each: Case) { #expect(each.head.mayBeKept == each.mayBeKept) }

    @Test(
        "a cache's fields give the age of an answer",
        arguments: [
            (200, [:], .fresh), (204, [:], .fresh), (501, [:], .fresh), (503, [:], .fresh), (304, [:], .unknown),
            (408, [:], .unknown),
            (200, ["Age": "0"], .kept(seconds: 0)), (200, ["Age": "600"], .kept(seconds: 600)),
            (200, ["Age": ""], .unknown), (200, ["Age": "-1"], .unknown), (200, ["Age": "1, 2"], .unknown),
            (200, ["Age": "99999999999999999999"], .unknown), (304, ["Age": "1"], .unknown),
            (200, ["X-Cache": "Hit from cloud"], .unknown), (200, ["X-Cache": "MISS from white.example"], .fresh),
            (200, ["X-Cache": "TCP_HIT"], .unknown), (200, ["X-Cache-Status": "HIT"], .unknown),
            // Squid and Akamai, CloudFront, Fastly (two caches, the nearest last), Cloudflare, nginx, Vercel.
            (200, ["X-Cache": "TCP_REFRESH_HIT from a1"], .unknown), (200, ["X-Cache": "TCP_REFRESH_MISS"], .fresh),
            (200, ["X-Cache": "RefreshHit from cloudfront"], .unknown),
            (200, ["X-Cache": "OriginShieldHit from cloudfront"], .unknown),
            (200, ["X-Cache": "Miss from cloudfront"], .fresh), (200, ["X-Cache": "Error from cloudfront"], .fresh),
            (200, ["X-Cache": "MISS, HIT"], .unknown), (200, ["X-Cache": "HIT, MISS"], .unknown),
            (200, ["X-Cache": "MISS, MISS"], .fresh), (200, ["CF-Cache-Status": "DYNAMIC"], .fresh),
            (200, ["CF-Cache-Status": "REVALIDATED"], .unknown), (200, ["CF-Cache-Status": "EXPIRED"], .fresh),
            (200, ["X-Cache-Status": "REVALIDATED"], .unknown), (200, ["X-Cache-Status": "STALE"], .unknown),
            (200, ["X-Vercel-Cache": "PRERENDER"], .unknown),
            (200, ["Cache-Status": "edge; fwd=miss"], .fresh), (200, ["Cache-Status": "edge; hit; ttl=9"], .unknown),
            (200, ["X-Cache": "HIT", "Age": "7"], .kept(seconds: 7)),
        ] as [(Int, [String: String], AnswerHead.DateAge)])
    func told(status: Int, fields: [String: String], age: AnswerHead.DateAge) {
        #expect(AnswerHead(status: status, fields).toldAge == age)
    }

    @Test("the premises decide which Date bounds the true time from above", arguments: [false, true])
    func premises(cachesSendAge: Bool) {
        let premises = DateHeaderPremises(cachesSendAge: cachesSendAge)
        #expect(premises.age(of: AnswerHead([:])) == (cachesSendAge ? .fresh : .unknown))
        #expect(premises.age(of: AnswerHead(method: "POST", [:])) == .fresh)
        #expect(premises.age(of: AnswerHead(status: 304, [:])) == .unknown)
        let date = TrueInstant(nanoseconds: 1_800_000_000_000_000_000)
        let kept = premises.ends(of: date, age: .kept(seconds: 60))
        #expect(kept.earliest == date - .milliseconds(50))
        #expect(kept.latest == (cachesSendAge ? date + .milliseconds(65_050) : nil))
        #expect(premises.ends(of: date, age: .kept(seconds: .max)).latest == nil, "there is no such time")
        #expect(premises.ends(of: date, age: .unknown).latest == nil)
    }
}
