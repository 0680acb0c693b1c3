import FirebreakHTTP
import FirebreakPages
import FirebreakWire
import HTTPTypes

/// Pages that show a form once more with all that was sent in it, in a form that sends it again.
enum SentForm {
    private static let template = Template(asset: "console/failure")

    /// A field that has the question to ask before the form does something final. With scripts, the page itself asks.
    static let question = "ask"
    /// What a form says that was asked about.
    static let confirmed = "confirmed"

    /// The question that a form wants to be asked; `nil` for one without, and after the answer.
    static func openQuestion(_ form: SubmittedForm) -> String? { form.has(confirmed) ? nil : form[question] }

    /// Asks before something final is done.
    static func ask(_ question: String, _ request: ConsoleRequest) -> RouteResponse {
        let fields = "\(hidden(request.form.pairs, request.context))\(Controls.hidden(confirmed, "yes"))" as HTML
        let content = template.part("ask").filled([
            "question": ShortText.html(question, 2000), "fields": fields, "url": "\(address(request.context))",
            "back": "\(ConsolePath.back(from: request.context.head))",
        ])
        return request.page(title: "Are you sure?", content)
    }

    /// Says that a form is from before the server's start, and keeps what was entered. Only pages of this server get
    /// here: what others send is refused before.
    static func stale(_ context: RequestContext) -> RouteResponse {
        again(
            SubmittedForm(context.content).pairs, to: address(context), back: ConsolePath.back(from: context.head),
            context)
    }

    /// Offers to send a form once more that was not applied.
    ///
    /// - Parameters:
    ///   - pairs: What was entered.
    ///   - path: Where the form is sent.
    ///   - back: The page to go to without.
    static func again(
        _ pairs: [(name: String, value: String)], to path: String, back: String, _ context: RequestContext
    ) -> RouteResponse {
        let entered: [HTML] = pairs.filter(isShown).prefix(maximumShown).map { name, value in
            Controls.fact("\(name.clipped(to: 100))", ShortText.html(value, 600))
        }
        let content = template.part("stale").filled([
            "entered": entered.isEmpty ? "" : template.part("entered").filled(["facts": "\(entered)"]),
            "fields": hidden(pairs, context), "url": "\(path)", "back": "\(back)",
        ])
        return ConsoleFrame.answer(title: "This form is out of date", status: 403, content)
    }

    private static let maximumShown = 40

    /// Neither what the form alone needs, nor secrets.
    private static func isShown(_ name: String, _ value: String) -> Bool {
        let isOwn = [ControlGuard.formTokenField, question, confirmed, "original", "action", "through"].contains(name)
        let isSecret = ["password", "secret", "token", "key"].contains { name.lowercased().containsBytes(of: $0) }
        return !isOwn && !isSecret && !value.isEmpty
    }

    private static func hidden(_ pairs: [(name: String, value: String)], _ context: RequestContext) -> HTML {
        let sent = pairs.filter { $0.name != ControlGuard.formTokenField && $0.name != question }
        let fields = sent + [(ControlGuard.formTokenField, context.guardian.formToken)]
        return "\(fields.map { Controls.hidden($0.name, $0.value) } as [HTML])"
    }

    private static func address(_ context: RequestContext) -> String { context.head.path ?? ConsolePath.root }
}
