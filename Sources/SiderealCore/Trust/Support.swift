/// What one end of trusted bounds rests on.
///
/// The premise: of the operators that are known in a boot (those that the app names; where it names none, those whose
/// answers it sees), at most half, rounded down, say anything false in that boot, and one alone nothing.
public enum Support: Sendable, Hashable, BitwiseCopyable {
    /// It holds even where half of the known operators, rounded down, are wrong. It may raise the floor and prove a
    /// boot.
    case corroborated
    /// There is one known operator, and it says so. It may raise the floor and prove a boot if the app named it.
    case lone
    /// Too few of the known operators have given this end: it holds where those who did include fewer wrong ones. It
    /// may decide where the caller accepts that, which is the default, and nothing that lasts rests on it.
    case uncorroborated
}
