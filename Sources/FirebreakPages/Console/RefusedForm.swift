/// A form that could not be applied: its page shows it again with what was entered, and says what is wrong with it.
package struct RefusedForm: Sendable {
    /// Which of the page's forms.
    package let name: String
    /// What is wrong.
    package let message: String
    /// The fields by name, as they were sent.
    package let fields: [String: String]
    /// What is wrong with single fields, by name.
    package let problems: [String: String]

    package init(name: String, message: String, fields: [String: String], problems: [String: String] = [:]) {
        self.name = name
        self.message = message
        self.fields = fields
        self.problems = problems
    }
}
