import SiderealCore

extension Picture {
    /// The picture in words, for paper and for readers who can't see the drawing.
    var list: HTML {
        var html: HTML = "<section class=\"words\"><h2>In words</h2>\n"
        for (index, boot) in boots.enumerated() {
            let perhaps = boot.beginning == .perhaps ? ", or the previous boot" : ""
            let up = boot.uptime.map { " The uptime at the first reading was \(Formatting.length($0))." } ?? ""
            let system = boot.platform == .linux ? "Linux." : "Darwin."
            let about = [boot.story, system + up, boot.zero].filter { !$0.isEmpty }.joined(separator: " ")
            html += "<h3>Boot \(boot.number)\(perhaps)</h3>\n<p>\(about)</p>\n"
            html +=
                "<table><thead><tr><th scope=\"col\">Line</th><th scope=\"col\">After</th><th scope=\"col\">What</th></tr></thead>\n<tbody>\n"
            html += rows(of: boot, index)
            html += "</tbody></table>\n"
        }
        return html + "</section>\n"
    }

    private func rows(of boot: Boot, _ number: Int) -> HTML {
        var html: HTML = ""
        var quiet: [Moment] = []
        func collapseQuiet() {
            defer { quiet = [] }
            guard quiet.count > 3, let first = quiet.first, let last = quiet.last else {
                for moment in quiet { html += row(moment, moment.line, "<p>\(moment.words)</p>") }
                return
            }
            let readings = quiet.count { $0.isReading }
            let answers = quiet.count { $0.claim != nil }
            let parts = [
                Picture.count(readings, "reading", "readings"),
                Picture.count(answers, "answer from a server", "answers from servers"),
                Picture.count(quiet.count - readings - answers, "other line", "other lines"),
            ].compactMap { $0 }
            let lines = [first.line, last.line].compactMap { $0.map(String.init) }.joined(separator: "–")
            let text = parts.joined(separator: ", ") + ", without a new result."
            html +=
                #"<tr class="quiet"><td>\#(lines)</td><td>\#(first.offset.asOffset)</td><td><p>\#(text)</p></td></tr>\#n"#
        }
        for (index, moment) in boot.moments.enumerated() {
            if moment.meetsTargetUncertainty {
                quiet.append(moment)
                continue
            }
            collapseQuiet()
            for lead in moment.lead { html += row(moment, lead.line, "<p>\(lead.words)</p>") }
            var what: HTML = moment.words.isEmpty || moment.isShownByMarks ? "" : "<p>\(moment.words)</p>"
            if moment.asleep > .zero, moment.isReading {
                what += "<p>The device slept for \(Formatting.length(moment.asleep)) before this reading.</p>"
            }
            for (place, mark) in moment.marks.enumerated() {
                what +=
                    #"<p class="said \#(mark.tone.className)" id="\#(Mark.name((number, index, place)))"><span class="mark still \#(mark.tone.className)">\#(mark.kind.glyph)</span><span>\#(mark.explanation(with: nil))</span></p>"#
            }
            html += row(moment, moment.line, what)
        }
        collapseQuiet()
        if boot.endsOff { html += "<tr><td></td><td></td><td><p>The device stays off.</p></td></tr>\n" }
        return html
    }

    private func row(_ moment: Moment, _ line: Int?, _ what: HTML) -> HTML {
        let line = line.map(String.init) ?? ""
        let time = isTruthKnown ? moment.date.map { Formatting.date($0) } : nil
        let title: HTML = time.map { " title=\"\($0)\"" } ?? ""
        return "<tr><td>\(line)</td><td\(title)>\(moment.offset.asOffset)</td><td>\(what)</td></tr>\n"
    }

    private static func count(_ number: Int, _ one: String, _ many: String) -> String? {
        number == 0 ? nil : number == 1 ? "1 \(one)" : "\(number) \(many)"
    }
}

extension Nanoseconds {
    /// A text that gives the length as the time after an event, such as "+5 s".
    var asOffset: String { self < .milliseconds(1) ? "0 s" : "+" + Formatting.length(self) }
}

extension Picture.Moment {
    /// A Boolean value that indicates whether the moment is only a reading or an answer, and has no marks.
    fileprivate var meetsTargetUncertainty: Bool {
        marks.isEmpty && lead.isEmpty && asleep == .zero && (isReading || claim != nil)
    }

    /// A Boolean value that indicates whether the marks already say everything that the moment's sentence says.
    fileprivate var isShownByMarks: Bool { !marks.isEmpty && !isReading && claim == nil }
}
