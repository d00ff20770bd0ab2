import SiderealCore

extension Picture.Boot {
    /// Indicates whether unseen time passed before the boot.
    var isAfterBreak: Bool { beginning != .first }

    /// The texts for the time before the boot, in descending order of length.
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

    /// Returns the headers of the boot, in descending order of length.
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
        case .wall: return ["\(name) · the clock says \(date) UTC", "\(name) · clock \(date)", name]
        case .nothing: return [name]
        }
    }

    /// A sentence that describes the time before the boot.
    var story: String {
        switch beginning {
        case .first: ""
        case .off(let span): "The device was off for \(Formatting.length(span))."
        case .rebooted(let span?): "Before it, about \(Formatting.length(span)) passed unseen."
        case .rebooted(nil): "How much time passed before it is not known."
        case .perhaps: "Whether the device rebooted before it is not known, nor how much time passed."
        case .fault: "The clocks contradict those before."
        }
    }

    /// A sentence that explains the zero of the boot's errors.
    var zero: String {
        switch reference {
        case .truth: "Zero is the true time."
        case .estimate(let half, let isAuthenticated):
            "Zero is the middle of the narrowest bounds, ±\u{a0}\(Formatting.length(half, .up))"
                + (isAuthenticated ? "." : ", unauthenticated.")
        case .wall: "Nobody bounded the true time: zero is the wall clock as it was first read."
        case .nothing: "No clock was read."
        }
    }
}
