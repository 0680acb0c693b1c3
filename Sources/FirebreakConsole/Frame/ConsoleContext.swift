import FirebreakPages
import FirebreakWire

/// What every view of a project needs to know besides its subject.
struct ConsoleContext: Sendable {
    let project: ProjectID
    /// The token that every form carries.
    let formToken: String

    /// A view of the project.
    func path(_ view: ConsoleView) -> ConsolePath { ConsolePath(project, view) }

    /// The hidden field that every form with `method="post"` needs.
    var token: HTML { Controls.template.part("token").filled(["token": "\(formToken)"]) }
}
