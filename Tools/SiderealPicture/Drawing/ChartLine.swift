import SiderealCore

/// The drawing of one line of a chart.
struct ChartLine {
    let picture: Picture
    let score: Chart
    let line: Chart.Line
    let scale: ErrorScale
    /// A Boolean value that indicates whether the last boot on this line continues on the next line.
    let goesOn: Bool
    let hasLocks: Bool

    private var marksTop: Double { 24 }
    private var plotTop: Double { marksTop + Double(line.markRows) * Chart.markSize + 10 }
    private var plotBottom: Double { plotTop + scale.height }
    private var deviceTop: Double { plotBottom + 8 }
    private var lockTop: Double { deviceTop + 15 }
    private var timeBase: Double { deviceTop + (hasLocks ? 15 : 0) + 23 }
    private var height: Double { timeBase + 7 }
    private static let laneHeight = 9.0
    private static let tail = 14.0

    private func moment(_ place: Chart.Place) -> Picture.Moment { picture.boots[place.boot].moments[place.moment] }

    private func before(_ place: Chart.Place) -> Picture.Moment? {
        place.moment > 0 ? picture.boots[place.boot].moments[place.moment - 1] : nil
    }

    private func y(_ value: Nanoseconds) -> Double { plotTop + scale.y(value) }

    /// Returns the right end of the line segments that begin at a place.
    private func end(_ index: Int) -> Double {
        let place = line.places[index]
        if index + 1 < line.places.count, !line.places[index + 1].beginsBoot { return line.places[index + 1].x }
        if index + 1 == line.places.count, goesOn { return score.right + 8 }
        let columns = Double(max(1, min(moment(place).marks.count, score.mostColumns)))
        return place.x + max(ChartLine.tail, columns * Chart.markSize - Chart.markSize / 2)
    }

    var html: HTML {
        """
        <div class="line" style="height:\(height)px">\
        <svg width="\(score.width)" height="\(height)" viewBox="0 0 \(score.width) \(height)" aria-hidden="true">\
        \(axis)\(breaks)\(bands)\(zero)\(stems)\(claims)\(clock)\(lanes)\(headers)\(spans)</svg>\(marks)</div>
        """
    }

    // MARK: - The plot

    private var axis: HTML {
        var html: HTML = ""
        for stretch in stretches {
            let (x, end) = (stretch.from - 9, stretch.to)
            html +=
                #"<rect class="plot" x="\#(x)" y="\#(plotTop)" width="\#(end - x)" height="\#(scale.height)" rx="3"/>"#
        }
        for tick in scale.ticks {
            let y = plotTop + tick.y
            html += #"<path class="grid" d="M\#(Chart.gutter) \#(y)H\#(stretches.last?.to ?? score.right)"/>"#
            html += #"<text class="tick" x="\#(Chart.gutter - 6)" y="\#(y + 4)">\#(tick.label)</text>"#
        }
        return html
    }

    /// The horizontal range of each boot on this line.
    private var stretches: [(boot: Int, from: Double, to: Double)] {
        var stretches: [(boot: Int, from: Double, to: Double)] = []
        for (index, place) in line.places.enumerated() {
            if let last = stretches.last, last.boot == place.boot {
                stretches[stretches.count - 1].to = end(index)
            } else {
                stretches.append((place.boot, place.beginsBoot ? place.x : place.start, end(index)))
            }
        }
        return stretches
    }

    private var zero: HTML {
        var html: HTML = ""
        for stretch in stretches {
            html += #"<path class="zero" d="M\#(stretch.from - 9) \#(y(.zero))H\#(stretch.to)"/>"#
        }
        return html
    }

    /// The areas between the bounds. Consecutive bounds of one kind form one polygon. It runs along the upper ends,
    /// and back along the lower ends.
    private var bands: HTML {
        var html: HTML = ""
        var run: (kind: String, upper: [(Double, Double)], lower: [(Double, Double)])?
        func close() {
            guard let done = run else { return }
            run = nil
            html +=
                #"<polygon class="band \#(done.kind)" points="\#(HTML.points(done.upper + done.lower.reversed()))"/>"#
            if done.kind.hasPrefix("open") {
                html += #"<polyline class="edge" points="\#(HTML.points(done.lower))"/>"#
            }
        }
        func add(_ band: Picture.Band, from: Double, to: Double, until next: Picture.Band?) {
            let kind = (band.upper == nil ? "open" : "closed") + (band.isAuthenticated ? "" : " weak")
            if run?.kind != kind { close() }
            if run == nil { run = (kind, [], []) }
            let last = next ?? band
            run?.upper += [(from, band.upper.map { y($0) } ?? plotTop), (to, last.upper.map { y($0) } ?? plotTop)]
            run?.lower += [
                (from, band.lower.map { y($0) } ?? plotBottom), (to, last.lower.map { y($0) } ?? plotBottom),
            ]
        }
        for (index, place) in line.places.enumerated() {
            if place.beginsBoot { close() }
            if index == 0, let band = before(place)?.band, place.x > place.start {
                add(band, from: place.start, to: place.x, until: moment(place).bandBefore)
            }
            let isLast = index + 1 == line.places.count || line.places[index + 1].beginsBoot
            guard let band = moment(place).band else {
                close()
                continue
            }
            let next = isLast ? nil : moment(line.places[index + 1]).bandBefore
            add(band, from: place.x, to: end(index), until: next)
        }
        close()
        return html
    }

    /// The bounds that each server's own answer gives.
    private var claims: HTML {
        var html: HTML = ""
        for place in line.places {
            guard let claim = moment(place).claim else { continue }
            let top = claim.upper.map { y($0) } ?? plotTop
            let bottom = claim.lower.map { y($0) } ?? plotBottom
            var path: HTML = "M\(place.x) \(top)V\(bottom)"
            if claim.upper != nil { path += "M\(place.x - 2.5) \(top)h5" }
            if claim.lower != nil { path += "M\(place.x - 2.5) \(bottom)h5" }
            // If the bounds are too close together for this scale, a diamond marks them.
            if bottom - top < 5 { path += "M\(place.x) \((top + bottom) / 2 - 3)l3 3l-3 3l-3 -3z" }
            let name = claim.isRejected ? "claim refused" : "claim"
            html += #"<path class="\#(name)" d="\#(path)"/>"#
        }
        return html
    }

    private var clock: HTML {
        var path: HTML = ""
        var dots: HTML = ""
        for (index, place) in line.places.enumerated() {
            let now = moment(place)
            guard let error = now.error else { continue }
            if let known = before(place)?.error, !place.beginsBoot {
                path += "M\(place.start) \(y(known))L\(place.x) \(y(now.errorBefore ?? error))V\(y(error))"
            } else {
                path += "M\(place.x) \(y(error))"
            }
            if index + 1 == line.places.count || line.places[index + 1].beginsBoot { path += "H\(end(index))" }
            if now.isReading { dots += #"<circle class="read" cx="\#(place.x)" cy="\#(y(error))" r="2.6"/>"# }
        }
        return #"<path class="clock" d="\#(path)"/>\#(dots)"#
    }

    // MARK: - Lanes

    private var lanes: HTML {
        var html: HTML = #"<text class="tick" x="\#(Chart.gutter - 6)" y="\#(deviceTop + 9)">device</text>"#
        html += lane(top: deviceTop) {
            device(until: $0)
        } after: { _ in
            "awake"
        }
        for place in line.places where moment(place).isLaunch {
            html += #"<path class="start" d="M\#(place.x) \#(deviceTop - 3)v15l0 -15l6.5 4l-6.5 4z"/>"#
        }
        guard hasLocks else { return html }
        html += #"<text class="tick" x="\#(Chart.gutter - 6)" y="\#(lockTop + 9)">lock</text>"#
        html += lane(top: lockTop) { place in
            before(place)?.lock.map { [($0.className, place.start, place.x)] } ?? []
        } after: {
            moment($0).lock?.className
        }
        return html
    }

    private typealias Piece = (name: String, from: Double, to: Double)

    /// Returns pieces that show whether the device was awake or asleep before a place. Only the length of a sleep is
    /// known, so the drawing shows the sleep in the middle.
    private func device(until place: Chart.Place) -> [Piece] {
        let (asleep, start, end) = (moment(place).asleep, place.start, place.x)
        guard asleep > .zero, let before = before(place) else { return [("awake", start, end)] }
        let passed = max(moment(place).offset - before.offset, asleep)
        let width = max(min(6, end - start), (end - start) * Double(asleep.count) / Double(passed.count))
        let middle = (start + end) / 2
        return [
            ("awake", start, middle - width / 2), ("asleep", middle - width / 2, middle + width / 2),
            ("awake", middle + width / 2, end),
        ]
    }

    /// Returns a strip that consists of the pieces before each place and a last piece for each boot. Adjacent pieces
    /// with the same name become one piece.
    private func lane(
        top: Double, leading: (Chart.Place) -> [Piece], after: (Chart.Place) -> String?
    ) -> HTML {
        var pieces: [Piece] = []
        func add(_ name: String?, from: Double, to: Double) {
            guard let name, to > from else { return }
            if let last = pieces.last, last.name == name, last.to >= from {
                pieces[pieces.count - 1].to = to
            } else {
                pieces.append((name, from, to))
            }
        }
        for (index, place) in line.places.enumerated() {
            if place.beginsBoot {
                add(after(place), from: place.x - 9, to: place.x)
            } else {
                for piece in leading(place) { add(piece.name, from: piece.from, to: piece.to) }
            }
            if index + 1 == line.places.count || line.places[index + 1].beginsBoot {
                add(after(place), from: place.x, to: end(index))
            }
        }
        var html: HTML = ""
        for (name, from, to) in pieces {
            html += """
                <rect class="lane \(name)" x="\(from)" y="\(top)" width="\(to - from)" \
                height="\(ChartLine.laneHeight)"/>
                """
        }
        return html
    }

    /// The gaps between boots, which represent time without readings.
    private var breaks: HTML {
        var html: HTML = ""
        for (index, place) in line.places.enumerated() where place.beginsBoot && picture.boots[place.boot].isAfterBreak
        {
            let from = index > 0 ? end(index - 1) + 3 : Chart.gutter
            let to = place.x - 12
            guard to > from else { continue }
            html +=
                #"<rect class="unseen" x="\#(from)" y="\#(plotTop)" width="\#(to - from)" height="\#(scale.height)"/>"#
            html +=
                #"<rect class="lane off" x="\#(from)" y="\#(deviceTop)" width="\#(to - from)" height="\#(ChartLine.laneHeight)"/>"#
            let room = to - from + 18
            guard let text = picture.boots[place.boot].breakTexts.first(where: { $0.width <= room }) else { continue }
            html += #"<text class="span" x="\#((from + to) / 2)" y="\#(timeBase)">\#(text)</text>"#
        }
        return html
    }

    /// The lengths of time between neighboring places. The line omits a length if its text doesn't fit.
    private var spans: HTML {
        var html: HTML = ""
        for place in line.places where !place.beginsBoot {
            guard let passed = before(place).map({ moment(place).offset - $0.offset }), passed >= .milliseconds(1)
            else { continue }
            let length = Formatting.length(passed)
            let asleep = moment(place).asleep
            var texts = [length]
            if asleep > .zero {
                texts =
                    ["\(length), asleep \(Formatting.length(asleep))", "asleep \(Formatting.length(asleep))"] + texts
            }
            if asleep > passed - Nanoseconds(passed.count / 10) { texts.removeFirst() }
            guard let text = texts.first(where: { $0.width + 6 <= place.x - place.start }) else { continue }
            html += #"<text class="span" x="\#((place.start + place.x) / 2)" y="\#(timeBase)">\#(text)</text>"#
        }
        return html
    }

    // MARK: - Above the plot

    private var headers: HTML {
        var headers: [HTML] = []
        var end = score.right + 8
        // The loop places the headers from right to left, because the last header may need room to its left.
        for (index, stretch) in stretches.enumerated().reversed() {
            let first = line.places.first { $0.boot == stretch.boot }
            let boot = picture.boots[stretch.boot]
            let texts = first.map { boot.headers(from: moment($0), isBeginning: $0.beginsBoot, picture) } ?? []
            let start = stretch.from - 9
            if let text = texts.first(where: { $0.width * 1.08 <= end - start }) {
                headers.append(#"<text class="boot" x="\#(start)" y="14">\#(text)</text>"#)
            } else if let text = texts.last, index + 1 == stretches.count {
                headers.append(#"<text class="boot last" x="\#(score.right + 10)" y="14">\#(text)</text>"#)
                end = score.right + 10 - text.width * 1.08 - 7
                continue
            }
            end = start - 7
        }
        return headers.reversed().reduce(into: "") { $0 += $1 }
    }

    private var stems: HTML {
        var path: HTML = ""
        for place in line.places where !moment(place).marks.isEmpty {
            path += "M\(place.x) \(plotTop - 10)V\(plotBottom)"
        }
        return #"<path class="stem" d="\#(path)"/>"#
    }

    private var marks: HTML {
        var html: HTML = ""
        for place in line.places {
            for (index, mark) in moment(place).marks.enumerated() {
                let (row, column) = index.quotientAndRemainder(dividingBy: score.mostColumns)
                let left = place.x + (Double(column) - 0.5) * Chart.markSize
                html += mark.html(
                    line: moment(place).line, place: (place.boot, place.moment, index), left: left,
                    top: marksTop + Double(row) * Chart.markSize, width: score.width)
            }
        }
        return html
    }
}

extension Picture.Mark {
    /// Returns the HTML of the mark at its position. An explanation appears when the reader focuses on the mark or
    /// hovers over it.
    fileprivate func html(line: Int?, place: (Int, Int, Int), left: Double, top: Double, width: Double) -> HTML {
        let tip = min(320, width)
        let shift = max(0, min(width - tip, left + Chart.markSize / 2 - tip / 2)) - left
        return """
            <span class="mark \(tone.className)" tabindex="0" role="img" aria-labelledby="\(Picture.Mark.name(place))" \
            data-kind="\(kind.rawValue)" data-line="\(line.map(String.init) ?? "")" style="left:\(left)px;top:\(top)px">\(kind.glyph)\
            <span class="tip" style="left:\(shift)px;width:\(tip)px">\(explanation(with: line))</span></span>
            """
    }

    /// Returns the identifier that links a mark to its row in the list.
    static func name(_ place: (Int, Int, Int)) -> String { "m\(place.0)-\(place.1)-\(place.2)" }

    /// Returns the full explanation of the mark.
    func explanation(with line: Int?) -> HTML {
        let shown = facts + (line.map { [.init(name: "line", value: String($0))] } ?? [])
        var html: HTML = "<b>\(headline)</b>"
        if !reason.isEmpty { html += " <span>\(reason.asSentence)</span>" }
        if !shown.isEmpty {
            let list = shown.map { "<span class=\"fact\"><i>\($0.name)</i> \($0.value)</span> " as HTML }
            html += " <span class=\"facts\">\(list)</span>"
        }
        return html
    }
}

extension Picture.Lock {
    var className: String {
        switch self {
        case .beforeFirstUnlock: "never"
        case .locked: "locked"
        case .unlocked: "unlocked"
        }
    }
}

extension String {
    /// The approximate width of the text in small type, in pixels.
    var width: Double { Double(count) * 6.8 }

    /// The text with a capital letter at the start and a full stop at the end.
    var asSentence: String {
        let end = last.map { ".!?)".contains($0) } ?? true
        return prefix(1).uppercased() + dropFirst() + (end ? "" : ".")
    }
}
