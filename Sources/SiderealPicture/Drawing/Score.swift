import SiderealCore

/// Where everything stands: like music, on as many lines as the width asks for.
///
/// The distance between two moments grows with the logarithm of the time between them, so that seconds and days are both
/// to be seen.
struct Score {
    /// A moment in its place.
    struct Place {
        let boot: Int
        let moment: Int
        var x: Double
        /// Where its stretch begins: at the moment before, or at the beginning of the line.
        var start: Double
        /// Whether it is a boot's first one.
        let beginsBoot: Bool
    }

    struct Line {
        var places: [Place] = []
        /// How many rows of marks it needs.
        var markRows = 1
    }

    let width: Double
    private(set) var lines: [Line] = []

    static let gutter = 56.0
    static let markSize = 24.0
    private static let inset = 18.0
    private static let margin = 16.0
    private static let breakWidth = 58.0

    var left: Double { Score.gutter + Score.inset }
    var right: Double { width - Score.margin }
    /// How many marks fit side by side on a line.
    var mostColumns: Int { max(1, Int((right - left) / Score.markSize)) }

    init(_ picture: Picture, width: Double) {
        self.width = width
        var gaps: [[Double]] = []
        for (boot, content) in picture.boots.enumerated() {
            for moment in content.moments.indices {
                let gap = gap(picture, boot, moment, isFirst: lines.isEmpty)
                let used = (gaps.last ?? []).reduce(0, +)
                let columns = min(content.moments[moment].marks.count, mostColumns)
                let tail = Double(max(0, columns - 1)) * Score.markSize
                let place = Place(boot: boot, moment: moment, x: 0, start: 0, beginsBoot: moment == 0)
                if lines.isEmpty || left + used + gap + tail > right {
                    lines.append(Line())
                    // A line begins with what leads to its first moment, as far as there is room.
                    let lead = lines.count == 1 ? 0 : min(gap, right - left - tail)
                    gaps.append([lead])
                } else {
                    gaps[gaps.count - 1].append(gap)
                }
                lines[lines.count - 1].places.append(place)
                let rows = (content.moments[moment].marks.count + mostColumns - 1) / mostColumns
                lines[lines.count - 1].markRows = max(lines[lines.count - 1].markRows, rows)
            }
        }
        spread(gaps, picture)
    }

    /// How far a moment is from the one before.
    private func gap(_ picture: Picture, _ boot: Int, _ moment: Int, isFirst: Bool) -> Double {
        let moments = picture.boots[boot].moments
        let before = moment > 0 ? moments[moment - 1] : boot > 0 ? picture.boots[boot - 1].moments.last : nil
        let columns = Double(min(before?.marks.count ?? 0, mostColumns))
        let least = columns > 0 ? columns * Score.markSize : 7
        if moment == 0 { return isFirst ? 0 : max(least, Score.markSize / 2) + Score.breakWidth }
        let passed = (moments[moment].offset - (before?.offset ?? .zero)).orZero
        return max(least, 7 + 7 * (Double(passed.count) / 1e7 + 1).logarithm)
    }

    /// Gives each line its width: full ones fill it, the last one keeps their measure.
    private mutating func spread(_ gaps: [[Double]], _ picture: Picture) {
        let most = 5.0
        var factor = 1.0
        for line in lines.indices {
            guard let last = lines[line].places.last else { continue }
            let tail = Double(max(0, min(picture.boots[last.boot].moments[last.moment].marks.count, mostColumns) - 1))
            let room = right - left - tail * Score.markSize
            let used = gaps[line].reduce(0, +)
            let full = used > 0 ? max(1, room / used) : 1
            factor = line == lines.count - 1 && line > 0 ? min(full, factor) : min(full, most)
            var x = left
            for index in lines[line].places.indices {
                lines[line].places[index].start = x
                x += gaps[line][index] * factor
                lines[line].places[index].x = x
            }
        }
    }
}
