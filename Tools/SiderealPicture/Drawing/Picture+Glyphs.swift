import SiderealCore

extension Picture.Mark.Kind {
    /// The SVG path of the glyph, in a square with sides of 24 units.
    var strokes: HTML {
        switch self {
        case .first: "M12 9.2a2.8 2.8 0 1 0 .01 0z"
        case .same: "M8 10h8M8 14h8"
        case .rebooted: "M16.7 9.6A5.3 5.3 0 1 0 17.3 12.6M17.2 6.6v3.4h-3.4"
        case .open: "M9.4 9.6a2.6 2.6 0 1 1 3.8 2.3c-.8.4-1.2.9-1.2 1.8M12 16.6v.1"
        case .alarm: "M12 7v6M12 16.6v.1"
        case .forward: "M12 17V7.4M8 11.2l4-4 4 4"
        case .back: "M12 7v9.6M8 12.8l4 4 4-4"
        case .rejected: "M8.5 8.5l7 7M15.5 8.5l-7 7"
        case .replaced: "M7.5 9.8h8.6l-2.6-2.6M16.5 14.2H7.9l2.6 2.6"
        case .agrees: "M7.5 12.4l3.2 3.2 6-6.8"
        case .ahead: "M8 12.2l4-4 4 4M8 16.6l4-4 4 4"
        case .behind: "M8 7.4l4 4 4-4M8 11.8l4 4 4-4"
        case .bounded: "M8 7.6h8M8 16.4h8M12 8v8"
        case .atLeast: "M8 16.6h8M12 16V7.8M9 10.6l3-3 3 3"
        case .unknown: "M8 12h8"
        case .launch: "M9.4 7.6l7 4.4-7 4.4z"
        case .early: "M11 7.8l6 4.2-6 4.2zM7.6 7.6v8.8"
        case .killed: "M8.6 8.6h6.8v6.8H8.6z"
        case .remark: "M8 9h8M8 12h8M8 15h5"
        case .locked: "M8 11.4h8v5.2H8zM9.7 11.4V9.6a2.3 2.3 0 0 1 4.6 0v1.8"
        case .unlocked: "M8 11.4h8v5.2H8zM9.7 11.4V9.2a2.3 2.3 0 0 1 4.4-1"
        case .broken: "M13 6.4l-4.2 6.2h3.4l-1 5 4.2-6.4h-3.2z"
        }
    }

    /// The meaning of the glyph.
    var name: String {
        switch self {
        case .first: "first check"
        case .same: "same boot"
        case .rebooted: "rebooted"
        case .open: "indeterminate"
        case .alarm: "fault or damage"
        case .forward: "clock set forward"
        case .back: "clock set back"
        case .rejected: "answer rejected"
        case .replaced: "trust replaced"
        case .agrees: "clock agrees"
        case .ahead: "clock ahead"
        case .behind: "clock behind"
        case .bounded: "true time bounded"
        case .atLeast: "lower bound only"
        case .unknown: "not known"
        case .launch: "launch"
        case .early: "early launch"
        case .killed: "killed"
        case .remark: "remark"
        case .locked: "locked"
        case .unlocked: "unlocked"
        case .broken: "promise broken"
        }
    }

    var glyph: HTML {
        ##"<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><use href="#g-\##(rawValue)"/></svg>"##
    }

    var symbol: HTML { #"<symbol id="g-\#(rawValue)" viewBox="0 0 24 24"><path d="\#(strokes)"/></symbol>"# }
}

extension Formatting.Tone {
    var className: String {
        switch self {
        case .plain: "plain"
        case .good: "good"
        case .notable: "notable"
        case .bad: "bad"
        }
    }
}
