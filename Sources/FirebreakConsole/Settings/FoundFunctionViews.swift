import FirebreakOperations
import FirebreakWire

/// The functions that no project configures, because a Functions emulator has them.
enum FoundFunctionViews {
    /// A few sentences; nothing where there is no such emulator.
    static func line(_ found: FoundFunctions?) -> HTML {
        guard let found else { return "" }
        let state: HTML = found.isReachable ? "has" : "cannot be reached, and had"
        let functions: HTML = found.triggers.reduce("") { text, trigger in
            let separator = text.text.isEmpty ? "" : ", "
            return "\(text)\(separator)<code>\(trigger.event)</code> (\(trigger.region)/\(trigger.name))"
        }
        let none: HTML = "no functions for accounts"
        return """
            The Functions emulator at <code>\(found.origin)</code> \(state) \
            \(functions.text.isEmpty ? none : functions). A URL here counts more.
            """
    }
}
