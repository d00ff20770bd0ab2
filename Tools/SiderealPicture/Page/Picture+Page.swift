import SiderealCore

extension Picture {
    /// A self-contained HTML page that shows the picture. The page has no scripts, and loads no fonts or images.
    package var page: String {
        var html: HTML = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>\(HTML.style)</style></head>
            <body><main>
            <header><h1>\(title)</h1><p class="sum">\(summary)</p>

            """
        for paragraph in story { html += "<p>\(paragraph)</p>\n" }
        html += ending.isEmpty ? "" : endingHTML
        html += "</header>\n"
        html +=
            moments.isEmpty
            ? "<p class=\"empty\">This journal is empty, so there is nothing to draw.</p>\n" : drawing
        for table in tables { html += table.html }
        if !moments.isEmpty { html += list }
        html += "</main></body></html>"
        return html.text
    }

    /// A summary of the history in one line.
    private var summary: String {
        let lines = moments.reduce(0) { $0 + $1.lead.count + ($1.line == nil ? 0 : 1) }
        let parts = [
            boots.count == 1 ? "1 boot" : "\(boots.count) boots",
            lines == 1 ? "1 line" : "\(lines) lines",
            marks.count == 1 ? "1 mark" : "\(marks.count) marks",
        ]
        return isTruthKnown
            ? "Simulated: the true time is known. " + parts.joined(separator: ", ") + "."
            : parts.joined(separator: ", ") + "."
    }

    private var endingHTML: HTML {
        let rows = ending.map {
            #"<div><dt>\#($0.name)</dt><dd class="\#($0.tone.className)">\#($0.value)</dd></div>"# as HTML
        }
        return "<dl class=\"ending\" aria-label=\"The final results\">\(rows)</dl>\n"
    }

    // MARK: - The drawing

    private var drawing: HTML {
        let values = moments.flatMap { moment in
            [
                moment.error, moment.errorBefore, moment.band?.lower, moment.band?.upper, moment.bandBefore?.lower,
                moment.bandBefore?.upper, moment.claim?.lower, moment.claim?.upper,
            ].compactMap { $0 }
        }
        let hasLocks = moments.contains { $0.lock != nil }
        let scale = ErrorScale(values, height: 148)
        var html: HTML = "<section class=\"drawing\"><h2>Time line</h2>\n<p class=\"how\">\(caption)</p>\n"
        html += HTML.definitions(marks)
        for (name, width) in [("narrow", 296.0), ("middle", 688.0), ("wide", 1104.0)] {
            let score = Chart(self, width: width)
            html += #"<div class="score \#(name)" role="group" aria-label="Time line">"#
            for (index, line) in score.lines.enumerated() {
                let next = index + 1 < score.lines.count ? score.lines[index + 1].places.first : nil
                let goesOn = next.map { !$0.beginsBoot } ?? false
                html +=
                    ChartLine(
                        picture: self, score: score, line: line, scale: scale, goesOn: goesOn, hasLocks: hasLocks
                    ).html
            }
            html += "</div>\n"
        }
        html += legend
        html += "</section>\n"
        return html
    }

    private var caption: String {
        let zero =
            isTruthKnown
            ? "Zero is the true time."
            : Set(boots.map { $0.zero }).count == 1
                ? boots[0].zero
                : "Zero is the middle of a boot's narrowest bounds. If no server bounded the time, zero is the "
                    + "first reading of the wall clock in that boot."
        return zero
            + "  A span's width grows with the logarithm of its length of time. Focus or touch a mark to read about it."
    }

    private var legend: HTML {
        var html: HTML = "<ul class=\"legend\">"
        func entry(_ sample: HTML, _ text: String) { html += "<li>\(sample)\(text)</li>" }
        func swatch(_ body: HTML) -> HTML {
            #"<svg class="swatch" viewBox="0 0 26 16" aria-hidden="true">\#(body)</svg>"#
        }
        let all = moments
        if all.contains(where: { $0.error != nil }) {
            entry(
                swatch(#"<path class="clock" d="M1 11H13V5H25"/><circle class="read" cx="13" cy="5" r="2.6"/>"#),
                "the wall clock, above zero if it is ahead, with a dot at each reading")
        }
        let bands = all.compactMap { $0.band }
        if bands.contains(where: { $0.upper != nil }) {
            entry(
                swatch(#"<rect class="band closed" x="1" y="3" width="24" height="10"/>"#),
                "trusted bounds of the true time")
        }
        if bands.contains(where: { $0.upper == nil }) {
            entry(
                swatch(
                    #"<rect class="band open" x="1" y="1" width="24" height="13"/><path class="edge" d="M1 14H25"/>"#),
                "lower bound only")
        }
        if all.contains(where: { $0.claim != nil }) {
            entry(swatch(#"<path class="claim" d="M13 2V14M10.5 2h5M10.5 14h5"/>"#), "the answer of one server")
        }
        if all.contains(where: { $0.isLaunch }) {
            entry(swatch(#"<path class="start" d="M10 0v16l0 -15l7 4l-7 4z"/>"#), "a process starts")
        }
        if all.contains(where: { $0.asleep > .zero }) {
            entry(
                swatch(#"<rect class="lane asleep" x="1" y="4" width="24" height="9"/>"#),
                "asleep at some time in this span")
        }
        if all.contains(where: { $0.lock == .locked }) {
            entry(swatch(#"<rect class="lane locked" x="1" y="4" width="24" height="9"/>"#), "locked")
        }
        if all.contains(where: { $0.lock == .beforeFirstUnlock }) {
            entry(swatch(#"<rect class="lane never" x="1" y="4" width="24" height="9"/>"#), "before first unlock")
        }
        if boots.contains(where: { $0.isAfterBreak }) {
            entry(swatch(#"<rect class="unseen" x="1" y="1" width="24" height="14"/>"#), "off, or without a reading")
        }
        html += "</ul>\n<ul class=\"legend\">"
        var shown: Set<Mark.Kind> = []
        for mark in marks where shown.insert(mark.kind).inserted {
            entry(#"<span class="mark still \#(mark.tone.className)">\#(mark.kind.glyph)</span>"#, mark.kind.name)
        }
        return html + "</ul>\n"
    }
}

extension HTML {
    static func + (left: HTML, right: HTML) -> HTML {
        var sum = left
        sum += right
        return sum
    }

    /// Returns the symbols and patterns that the drawings use.
    fileprivate static func definitions(_ marks: [Picture.Mark]) -> HTML {
        let symbols = Picture.Mark.Kind.allCases.filter { kind in marks.contains { $0.kind == kind } }.map { $0.symbol }
        return """
            <svg class="definitions" aria-hidden="true"><defs>\
            <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
            <path class="hatching" d="M0 3h6"/></pattern>\
            <pattern id="dense" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
            <path class="densing" d="M0 2h4"/></pattern>\
            <linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop class="far" offset="0"/>\
            <stop class="near" offset="1"/></linearGradient></defs>\(symbols)</svg>

            """
    }
}

extension PictureTable {
    fileprivate var html: HTML {
        let head = columns.map { "<th scope=\"col\">\($0)</th>" as HTML }
        var html: HTML =
            "<section class=\"words\"><h2>\(caption)</h2>\n<table class=\"answers\"><thead><tr>\(head)</tr></thead>\n"
        for row in rows {
            html += "<tr>"
            for (index, cell) in row.enumerated() {
                let name = cell.tone.className
                html +=
                    index == 0
                    ? "<th scope=\"row\">\(cell.text)</th>"
                    : "<td class=\"\(name)\" data-who=\"\(columns.indices.contains(index) ? columns[index] : "")\">\(cell.text)</td>"
            }
            html += "</tr>\n"
        }
        return html + "</table></section>\n"
    }
}
