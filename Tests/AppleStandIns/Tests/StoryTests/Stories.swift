import TestSupport
import Testing

/// All stories, one after the other: a process has one notification center, one keychain, one application object.
@Suite(.serialized, .timeLimit(Patience.ofATest)) @MainActor enum Stories {}
