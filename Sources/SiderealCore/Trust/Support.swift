/// How many stand behind one end of trusted bounds, by the one premise: of the known operators at most half are wrong, and
/// one alone is right.
public enum Support: Sendable, Hashable {
    /// It holds even where half of the known operators, rounded down, are wrong.
    case corroborated
    /// There is one known operator, and it says so.
    case lone
    /// Too few of the known operators have given this end: it holds where those who did include fewer wrong ones.
    case uncorroborated
}
