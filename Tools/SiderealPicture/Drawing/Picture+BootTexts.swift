import SiderealCore

extension Picture.Boot {
    /// A Boolean value that indicates whether time without readings passed before the boot.
    var isAfterBreak: Bool { beginning != .first }

    /// Alternative texts for the time before the boot, the longest text first.
    var breakTexts: [String] {
        switch beginning {
        case .first: []
        case .off(let span): ["off \(Formatting.length(span))", "off"]
        case .rebooted(let span?): ["unseen, about \(Formatting.length(span))", "≈ \(Formatting.length(span))", "off"]
        case .rebooted(nil): ["unknown time", "unknown", "?"]
        case .perhaps: ["perhaps off", "off?", "?"]
        case .fault: ["fault", "!"]
        }
    }

    /// Returns alternative headers for the boot, the longest header first.
    func headers(from moment: Picture.Moment, isBeginning: Bool, _ picture: Picture) -> [String] {
        let name = "Boot \(number)" + (beginning == .perhaps ? "?" : "")
        guard isBeginning else {
            let later = moment.offset.asOffset
            return ["\(name), \(later)", later]
        }
        guard let date = moment.date.map({ Formatting.minute($0) }) else { return [name] }
        switch reference {
        case .truth: return ["\(name) · \(date) UTC", "\(name) · \(date)", name]
        case .estimate: return ["\(name) · about \(date) UTC", "\(name) · ≈ \(date)", name]
        case .wall: return ["\(name) · the clock shows \(date) UTC", "\(name) · clock \(date)", name]
        case .nothing: return [name]
        }
    }

    /// A sentence that describes the time before the boot.
    var story: String {
        switch beginning {
        case .first: ""
        case .off(let span): "The device was off for \(Formatting.length(span))."
        case .rebooted(let span?): "About \(Formatting.length(span)) passed without a reading before this boot."
        case .rebooted(nil): "It is unknown how much time passed before this boot."
        case .perhaps: "It is unknown whether the device rebooted here, and how much time passed."
        case .fault: "The clocks contradict their earlier readings."
        }
    }

    /// A sentence that explains the zero of the boot's errors.
    var zero: String {
        switch reference {
        case .truth: "Zero is the true time."
        case .estimate(let half, let isAuthenticated):
            "Zero is the middle of the narrowest bounds, ±\u{a0}\(Formatting.length(half, .up))"
                + (isAuthenticated ? "." : ", unauthenticated.")
        case .wall: "No server bounded the true time, so zero is the first reading of the wall clock."
        case .nothing: "No clock was read."
        }
    }
}
