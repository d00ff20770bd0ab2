import SiderealCore

/// A layout that divides a picture into as many lines as the width requires, as sheet music does.
///
/// The distance between two moments grows with the logarithm of the time between them. So both seconds and days are
/// visible in the same chart.
package struct Chart {
    /// A moment and its position.
    package struct Place {
        package let boot: Int
        package let moment: Int
        package var x: Double
        /// The position at which the time before the moment begins: the previous moment, or the beginning of the line.
        package var start: Double
        /// A Boolean value that indicates whether the moment is the first moment of a boot.
        package let beginsBoot: Bool
    }

    package struct Line {
        package var places: [Place] = []
        /// The number of rows for the line's marks.
        var markRows = 1
    }

    package let width: Double
    private let measure: Measure
    package private(set) var lines: [Line] = []

    static let gutter = 56.0
    static let markSize = 24.0
    private static let inset = 18.0
    private static let margin = 16.0
    private static let breakWidth = 58.0

    package var left: Double { Chart.gutter + Chart.inset }
    package var right: Double { width - Chart.margin }
    /// The number of marks that fit next to each other on a line.
    var mostColumns: Int { max(1, Int((right - left) / Chart.markSize)) }

    package init(_ picture: Picture, width: Double) {
        self.width = width
        measure = Measure(momentCount: picture.boots.reduce(0) { $0 + $1.moments.count })
        var gaps: [[Gap]] = []
        for (boot, content) in picture.boots.enumerated() {
            for moment in content.moments.indices {
                let gap = gap(picture, boot, moment, isFirst: lines.isEmpty)
                let used = (gaps.last ?? []).reduce(0) { $0 + $1.width }
                let count = content.moments[moment].marks.count
                let tail = Double(max(0, min(count, mostColumns) - 1)) * Chart.markSize
                let place = Place(boot: boot, moment: moment, x: 0, start: 0, beginsBoot: moment == 0)
                if lines.isEmpty || left + used + gap.width + tail > right {
                    // A line begins with the gap before its first moment, if the line has room for it.
                    let lead = lines.isEmpty ? 0 : min(gap.width, right - left - tail)
                    lines.append(Line())
                    gaps.append([Gap(width: lead, isFixed: true)])
                } else {
                    gaps[gaps.count - 1].append(gap)
                }
                lines[lines.count - 1].places.append(place)
                let rows = (count + mostColumns - 1) / mostColumns
                lines[lines.count - 1].markRows = max(lines[lines.count - 1].markRows, rows)
            }
        }
        spread(gaps, picture)
    }

    /// The space between two moments.
    private struct Gap {
        var width: Double
        /// A Boolean value that indicates whether the gap keeps its width when the chart stretches a line.
        var isFixed = false
    }

    /// The rule that converts a length of time into a width. Histories with many moments get smaller widths.
    private struct Measure {
        let least: Double
        let perPowerOfTen: Double

        init(momentCount: Int) {
            let density = min(1, Double(max(0, momentCount - 60)) / 540)
            least = 7 - 3 * density
            perPowerOfTen = 7 - 5 * density
        }
    }

    /// Returns the gap between the previous moment and this moment.
    private func gap(_ picture: Picture, _ boot: Int, _ moment: Int, isFirst: Bool) -> Gap {
        let moments = picture.boots[boot].moments
        let before = moment > 0 ? moments[moment - 1] : boot > 0 ? picture.boots[boot - 1].moments.last : nil
        let columns = Double(min(before?.marks.count ?? 0, mostColumns))
        let least = columns > 0 ? columns * Chart.markSize : measure.least
        if moment == 0 {
            // The gap is wide enough for the text below it.
            let text = min(picture.boots[boot].breakTexts.first?.width ?? 0, 100)
            let room = max(Chart.breakWidth, text + 10)
            return Gap(width: isFirst ? 0 : max(least, Chart.markSize / 2) + room, isFixed: true)
        }
        let passed = (moments[moment].offset - (before?.offset ?? .zero)).orZero
        let powers = (Double(passed.count) / 1e7 + 1).logarithm
        return Gap(width: max(least, measure.least + measure.perPowerOfTen * powers))
    }

    /// Stretches each line to the full width. The last line keeps the scale of the line before it.
    private mutating func spread(_ gaps: [[Gap]], _ picture: Picture) {
        let most = 9.0
        var factor = 1.0
        for line in lines.indices {
            guard let last = lines[line].places.last else { continue }
            let count = picture.boots[last.boot].moments[last.moment].marks.count
            let tail = Double(max(0, min(count, mostColumns) - 1)) * Chart.markSize
            let fixed = gaps[line].reduce(0) { $0 + ($1.isFixed ? $1.width : 0) }
            let flexible = gaps[line].reduce(0) { $0 + ($1.isFixed ? 0 : $1.width) }
            let full = flexible > 0 ? max(1, (right - left - tail - fixed) / flexible) : 1
            factor = line == lines.count - 1 && line > 0 ? min(full, factor) : min(full, most)
            var x = left
            for index in lines[line].places.indices {
                lines[line].places[index].start = x
                x += gaps[line][index].width * (gaps[line][index].isFixed ? 1 : factor)
                lines[line].places[index].x = x
            }
        }
    }
}
