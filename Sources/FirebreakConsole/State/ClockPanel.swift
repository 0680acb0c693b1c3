import FirebreakModel
import FirebreakPages
import FirebreakWire

/// A project's clock, and what can be done with it.
struct ClockPanel {
    let state: ProjectState
    /// The step that was just taken, whose button has the focus, for whoever goes on step by step.
    let advanced: String?
    let refused: RefusedForm?
    let context: ConsoleContext

    private static let steps = [("1m", "1 min"), ("10m", "10 min"), ("1h", "1 h"), ("1d", "1 day")]

    private var clock: ClockState { state.summary.clock }
    private var path: ConsolePath { context.path(.state).below("clock") }

    var html: HTML {
        StatePages.template.part("clock").filled([
            "time": clock.frozen ? TimeText.html(clock.now) : TimeText.running(clock.now),
            "badge": clock.frozen ? Controls.badge("frozen", "warning") : "", "offset": "\(offset)",
            "modes": "\(modes)", "advance": "\(path.below("advance").text)", "token": context.token,
            "steps": "\(steps)", "by": by, "lifetimes": lifetimes, "set": "\(path.below("set").text)", "to": to,
            "stop": Controls.choice(
                "frozen", "and freeze it there", isOn: fields(.set).isOn("frozen", otherwise: clock.frozen)),
        ])
    }

    private func fields(_ form: StatePages.Form) -> EnteredFields { EnteredFields(refused, of: form.rawValue) }

    private var offset: String {
        let isReal = clock.offset.magnitude < 1000
        let length = ShownDuration.text(milliseconds: clock.offset)
        let place = "\(length) \(clock.offset < 0 ? "behind" : "ahead of") this machine"
        guard clock.frozen else { return isReal ? "The time of this machine" : place }
        return "Frozen; it was \(isReal ? "at the time of this machine" : place)"
    }

    private var modes: [HTML] {
        var buttons = [
            clock.frozen
                ? Controls.button("Resume", to: path.below("resume"), kind: "primary", context)
                : Controls.button("Freeze", to: path.below("freeze"), context)
        ]
        if clock.frozen || clock.offset != 0 {
            buttons.append(Controls.button("Back to real time", to: path.below("real"), context))
        }
        return buttons
    }

    private var steps: [HTML] {
        Self.steps.map { step in
            StatePages.template.part("step").filled([
                "by": "\(step.0)", "label": "\(step.1)", "focus": step.0 == advanced ? " autofocus" : "",
            ])
        }
    }

    private var by: HTML {
        let own = advanced.flatMap { advanced in Self.steps.contains { $0.0 == advanced } ? nil : advanced }
        return fields(.advance).field(
            "by", "By any time", value: own ?? "",
            attributes: #" required placeholder="90m" autocomplete="off"\#(own == nil ? "" : " autofocus")"#,
            isSubject: true)
    }

    private var to: HTML {
        // Whole seconds, as the field has them.
        fields(.set).field(
            "to", "Date and time (UTC)", value: String(clock.now.prefix(19)), type: "datetime-local",
            attributes: #" required step="1""#, isSubject: true)
    }

    private var lifetimes: HTML {
        guard state.lifetimes.expires else {
            return """
                Nothing expires in this project: its rule expiry is off \
                (<a href="\(context.path(.settings).text)">settings</a>).
                """
        }
        let parts = state.lifetimes.entries.map { entry in
            "\(entry.name) \(ShownDuration.text(milliseconds: entry.seconds.multipliedReportingOverflow(by: 1000).partialValue))"
        }
        return """
            How long things last: \(parts.joined(separator: ", ")) \
            (<a href="\(context.path(.settings).text)">rule lifetimes</a>).
            """
    }
}

/// Lengths of time as people read them.
enum ShownDuration {
    private static let units: [(milliseconds: Int64, name: String)] = [
        (86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1000, "second"),
    ]

    /// `61 minutes`, `6 hours 1 minute`, `1 day`: in the largest unit of which there are two or more, or which fits, and
    /// the next one. Of a negative time the length.
    static func text(milliseconds: Int64) -> String {
        var rest = Int64(clamping: milliseconds.magnitude)
        guard rest >= 1000 else { return "less than a second" }
        let first = units.firstIndex { rest >= 2 * $0.milliseconds || (rest.isMultiple(of: $0.milliseconds)) } ?? 3
        var words: [String] = []
        for unit in units[first...].prefix(2) {
            let count = rest / unit.milliseconds
            rest %= unit.milliseconds
            if count > 0 { words.append("\(count) \(unit.name)\(count == 1 ? "" : "s")") }
        }
        return words.joined(separator: " ")
    }
}
