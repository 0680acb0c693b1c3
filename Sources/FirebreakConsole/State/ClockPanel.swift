import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// A project's clock, and what can be done with it.
struct ClockPanel {
    let clock: ClockState
    /// The step that was just taken, whose button has the focus, for readers who go on step by step.
    let advanced: String?
    let refused: RefusedForm?
    let request: ConsoleRequest

    private static let steps = [("1m", "1 min"), ("10m", "10 min"), ("1h", "1 h"), ("1d", "1 day")]

    private var path: ConsolePath { request.path(.state).below("clock") }

    // MARK: Forms

    @Sendable static func advance(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await StatePage.applying(.advance, request) {
            let step = request.form["by"] ?? ""
            _ = try await AdvanceClock.run(AdvanceClockRequest(by: step), request.call)
            let path = request.path(.state).with([(StatePage.advancedParameter, step)])
            return request.redirect(to: path, notice: .clockMoved)
        }
    }

    @Sendable static func set(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await StatePage.applying(.set, request) {
            let time = zoned(request.form["to"] ?? "")
            _ = try await SetClock.run(
                SetClockRequest(to: time, frozen: request.form.has("frozen")), request.call)
            return StatePage.back(request, .clockMoved)
        }
    }

    @Sendable static func freeze(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(FreezeClock.self)
        return StatePage.back(request, .clockFrozen)
    }

    @Sendable static func resume(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await request.run(ResumeClock.self)
        return StatePage.back(request, .clockResumed)
    }

    /// Back to the machine's time.
    @Sendable static func real(_ request: ConsoleRequest) async throws -> RouteResponse {
        _ = try await SetClock.run(SetClockRequest(to: "now"), request.call)
        return StatePage.back(request, .clockReal)
    }

    /// A time as people write it, as RFC 3339 has it: with a space for `T`, without seconds or time of day, and without a
    /// zone, which is UTC then. Any other text stays as it is.
    private static func zoned(_ text: String) -> String {
        let text = text.trimmed
        var time = text.parted(at: " ").map { "\($0)T\($1)" } ?? text
        if time.utf8.count == 10 { time += "T00:00" }
        if time.utf8.count == 16 { time += ":00" }
        return [time + "Z", time].first { Timestamp(rfc3339: $0) != nil } ?? text
    }

    // MARK: The panel

    var html: HTML {
        StatePage.template.part("clock").filled([
            "time": clock.frozen ? TimeText.html(clock.now) : TimeText.running(clock.now),
            "badge": clock.frozen ? Controls.badge("frozen", "warning") : "", "offset": "\(offset)",
            "modes": "\(modes)", "advance": "\(path.below("advance").text)", "token": request.formToken,
            "steps": "\(steps)", "by": by, "lifetimes": lifetimes, "set": "\(path.below("set").text)", "to": to,
            "stop": Controls.choice(
                "frozen", "Freeze it there", isOn: fields(.set).isOn("frozen", otherwise: clock.frozen)),
        ])
    }

    private func fields(_ form: StatePage.Form) -> FormFields { FormFields(refused, of: form.rawValue) }

    private var offset: String {
        let isReal = clock.offset.magnitude < 1000
        let length = Formatting.duration(milliseconds: clock.offset)
        let place = "\(length) \(clock.offset < 0 ? "behind" : "ahead of") this machine"
        guard clock.frozen else { return isReal ? "The time of this machine" : place }
        return "Frozen; it was \(isReal ? "at the time of this machine" : place)"
    }

    private var modes: [HTML] {
        var buttons = [
            clock.frozen
                ? Controls.button("Resume", to: path.below("resume"), kind: "primary", request)
                : Controls.button("Freeze", to: path.below("freeze"), request)
        ]
        if clock.frozen || clock.offset != 0 {
            buttons.append(Controls.button("Back to real time", to: path.below("real"), request))
        }
        return buttons
    }

    private var steps: [HTML] {
        Self.steps.map { step in
            StatePage.template.part("step").filled([
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
        fields(.set).field(
            "to", "Date and time", value: TimeText.text(clock.now) + "Z",
            hint: "In UTC, or with an offset: <code>2026-06-01 12:00:00+02:00</code>",
            attributes: #" required autocomplete="off" spellcheck="false" class="mono""#, isSubject: true)
    }

    /// How long something lasts, for what one advances a clock.
    private var lifetimes: HTML {
        let rules = request.call.settings.rules
        let settings = request.path(.settings).text
        guard rules.expiry == .on else {
            return #"Nothing expires in this project: its rule expiry is off (<a href="\#(settings)">settings</a>)."#
        }
        let lifetimes = rules.lifetimes
        let seconds: [(name: String, seconds: Int64?)] = [
            ("sign-in links", lifetimes.codes[.emailSignIn]), ("password resets", lifetimes.codes[.passwordReset]),
            ("verifications", lifetimes.codes[.verifyEmail]), ("SMS codes", lifetimes.smsCode),
            ("ID tokens", lifetimes.idToken + Rules.Lifetimes.idTokenTolerance),
        ]
        let parts = seconds.compactMap { name, seconds in
            seconds.map {
                "\(name) \(Formatting.duration(milliseconds: $0.multipliedReportingOverflow(by: 1000).partialValue))"
            }
        }
        return """
            How long things last: \(parts.joined(separator: ", ")) (<a href="\(settings)">rule lifetimes</a>).
            """
    }
}
