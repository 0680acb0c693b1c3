/// A form that could not be applied: its page shows it again with what was entered, and says what is wrong with it.
struct RefusedForm: Sendable {
    /// Which of the page's forms.
    let name: String
    /// What is wrong.
    let message: String
    /// The fields by name, as they were sent.
    let fields: [String: String]
    /// What is wrong with single fields, by name.
    let problems: [String: String]

    init(name: String, message: String, fields: [String: String], problems: [String: String] = [:]) {
        self.name = name
        self.message = message
        self.fields = fields
        self.problems = problems
    }
}
