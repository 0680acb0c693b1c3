package import FirebreakWire

/// What every view of a project needs to know besides its subject.
package struct ConsoleContext: Sendable {
    package let project: ProjectID
    /// The token that every form carries.
    package let formToken: String

    package init(project: ProjectID, formToken: String) {
        self.project = project
        self.formToken = formToken
    }

    /// A view of the project.
    package func path(_ view: ConsoleView) -> ConsolePath { ConsolePath(project, view) }

    /// The hidden field that every form with `method="post"` needs.
    package var token: HTML { Controls.template.part("token").filled(["token": "\(formToken)"]) }
}
