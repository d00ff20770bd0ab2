/// The smallest interval that holds every point which at least `threshold` of the closed intervals cover; nil where
/// there is no such point. A single common point counts.
///
/// With fewer than half of the intervals wrong, and a threshold of more than half, the truth lies inside. Marzullo's
/// choice, the points of maximum overlap, does not promise that: a liar can narrow it. O(n log n).
package func majorityHull(of intervals: [Bounds], threshold: Int) -> Bounds? {
    guard threshold > 0, intervals.count >= threshold else { return nil }
    // Cover rises to the threshold first at a lower end, and falls below it last at an upper end.
    let starts = intervals.map { $0.lower.count }.sorted()
    let ends = intervals.map { $0.upper.count }.sorted()
    var first: Int64?
    var ended = 0
    for (begun, start) in starts.enumerated() {
        while ended < ends.count, ends[ended] < start { ended += 1 }
        if begun + 1 - ended >= threshold {
            first = start
            break
        }
    }
    var last: Int64?
    var notBegun = 0
    for (done, end) in ends.reversed().enumerated() {
        while notBegun < starts.count, starts[starts.count - 1 - notBegun] > end { notBegun += 1 }
        if done + 1 - notBegun >= threshold {
            last = end
            break
        }
    }
    guard let first, let last else { return nil }
    return Bounds(lower: Nanoseconds(first), upper: Nanoseconds(last))
}
