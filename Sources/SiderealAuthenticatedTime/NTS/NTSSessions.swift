import SiderealCore
import SiderealSystem

/// The keys and cookies of servers, for as long as the process lives: each cookie is good for one question, and each
/// answer brings new ones.
package final class NTSSessions: Sendable {
    /// With one server.
    private struct Session: Sendable {
        let number: Int
        let keys: NTSKeys
        var cookies: [[UInt8]]
        /// Whether somebody said that the server does not know the keys any more.
        var isDoubted = false

        /// A cookie that comes twice is kept once, so that it is used once.
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

    /// What a question is asked with.
    package struct Means: Sendable {
        let session: Int
        let keys: NTSKeys
        package let cookie: [UInt8]
        /// How many cookies are wanted in return.
        let wanted: Int
    }

    private let state = Lock(State())

    /// As many as servers give at once (RFC 8915, section 4.1.6).
    private static let mostCookies = 8

    /// Those of all sources that are not given others.
    package static let ofThisProcess = NTSSessions()

    package init() {}

    /// Keeps what a key exchange gave, in place of what was; returns the number of the session.
    package func begin(_ keys: NTSKeys, with server: ExactName) -> Int {
        state.withLock { state in
            state.established &+= 1
            var session = Session(number: state.established, keys: keys, cookies: [])
            session.add(keys.answer.cookies)
            state.sessions[server] = session
            return session.number
        }
    }

    /// The session that can be asked with, if there is one.
    package func current(_ server: ExactName) -> (number: Int, keys: NTSKeys)? {
        state.withLock { state in
            state.sessions[server].flatMap { $0.cookies.isEmpty || $0.isDoubted ? nil : ($0.number, $0.keys) }
        }
    }

    /// Takes a cookie of a session, so that nobody else uses it; nil where none is left, the keys are in doubt, or
    /// another poll has begun a session since: its time server may be another one.
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

    /// Keeps what an answer brought, unless there are other keys by now.
    package func add(_ cookies: [[UInt8]], to session: Int, with server: ExactName) {
        change(session, with: server) { session in
            session.add(cookies)
            session.isDoubted = false
        }
    }

    /// No more questions are asked with these keys.
    func doubt(_ session: Int, with server: ExactName) { change(session, with: server) { $0.isDoubted = true } }

    /// Whether somebody said that the server does not know the keys.
    func isDoubted(_ server: ExactName) -> Bool { state.withLock { $0.sessions[server]?.isDoubted == true } }

    private func change(_ number: Int, with server: ExactName, _ body: (inout Session) -> Void) {
        state.withLock { state in
            guard var session = state.sessions[server], session.number == number else { return }
            body(&session)
            state.sessions[server] = session
        }
    }
}
