extension Duration {
    package static func minutes(_ count: Int) -> Duration { .seconds(60 * Int64(count)) }
    package static func hours(_ count: Int) -> Duration { .seconds(3_600 * Int64(count)) }
    /// Returns a number of days, each of 24 hours.
    package static func days(_ count: Int) -> Duration { .seconds(86_400 * Int64(count)) }
}
