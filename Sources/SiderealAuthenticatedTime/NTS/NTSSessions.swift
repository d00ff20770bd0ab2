import SiderealCore
import SiderealSystem

/// The keys and cookies of servers, which this process keeps until it ends. Each cookie is valid for one request, and
/// each answer contains new cookies.
package final class NTSSessions: Sendable {
    /// The keys and cookies of one server.
    private struct Session: Sendable {
        let number: Int
        let keys: NTSKeys
        var cookies: [[UInt8]]
        /// A Boolean value that indicates whether an unauthenticated answer reported that the server no longer has the
        /// keys.
        var isDoubted = false

        /// Adds cookies. If a server sends a cookie twice, the session stores it once and uses it once.
        mutating func add(_ fresh: [[UInt8]]) {
            for cookie in fresh where cookies.count < NTSSessions.mostCookies && !cookies.contains(cookie) {
                cookies.append(cookie)
            }
        }
    }

    private struct State: Sendable {
        var sessions: [ExactName: Session] = [:]
        var established = 0
    }

    /// The keys and the cookie of one request.
    package struct Means: Sendable {
        let session: Int
        let keys: NTSKeys
        package let cookie: [UInt8]
        /// The number of cookies to request.
        let wanted: Int
    }

    private let state = Lock(State())

    /// The number of cookies that a server sends at once (RFC 8915, section 4.1.6).
    private static let mostCookies = 8

    /// The sessions that all sources of a process share by default.
    package static let ofThisProcess = NTSSessions()

    package init() {}

    /// Stores the result of a key exchange in place of the earlier session, and returns the number of the new session.
    package func begin(_ keys: NTSKeys, with server: ExactName) -> Int {
        state.withLock { state in
            state.established &+= 1
            var session = Session(number: state.established, keys: keys, cookies: [])
            session.add(keys.answer.cookies)
            state.sessions[server] = session
            return session.number
        }
    }

    /// Returns the session with a server, or `nil` if the session has no cookie left or its keys are in doubt.
    package func current(_ server: ExactName) -> (number: Int, keys: NTSKeys)? {
        state.withLock { state in
            state.sessions[server].flatMap { $0.cookies.isEmpty || $0.isDoubted ? nil : ($0.number, $0.keys) }
        }
    }

    /// Removes a cookie from a session, so that no other poll uses it. Returns `nil` if no cookie is left, or if the
    /// keys are in doubt. Also returns `nil` if another poll has begun a new session, because the new session can have
    /// another time server.
    package func take(_ server: ExactName, session number: Int) -> Means? {
        state.withLock { state in
            guard var session = state.sessions[server], session.number == number, !session.isDoubted,
                let cookie = session.cookies.popLast()
            else { return nil }
            state.sessions[server] = session
            return Means(
                session: session.number, keys: session.keys, cookie: cookie,
                wanted: Self.mostCookies - session.cookies.count)
        }
    }

    /// Stores the cookies of an answer, unless a new session has begun.
    package func add(_ cookies: [[UInt8]], to session: Int, with server: ExactName) {
        change(session, with: server) { session in
            session.add(cookies)
            session.isDoubted = false
        }
    }

    /// Marks a session's keys as in doubt. After that, no request uses the keys until an authenticated answer arrives.
    func doubt(_ session: Int, with server: ExactName) { change(session, with: server) { $0.isDoubted = true } }

    /// Returns true if an unauthenticated answer reported that the server no longer has the keys.
    func isDoubted(_ server: ExactName) -> Bool { state.withLock { $0.sessions[server]?.isDoubted == true } }

    private func change(_ number: Int, with server: ExactName, _ body: (inout Session) -> Void) {
        state.withLock { state in
            guard var session = state.sessions[server], session.number == number else { return }
            body(&session)
            state.sessions[server] = session
        }
    }
}
