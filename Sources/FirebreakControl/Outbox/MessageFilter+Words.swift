import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension MessageFilter {
    /// The conditions as a query would write them, such as ` with to=a@b.test, type=EMAIL_SIGNIN`; empty when there are
    /// none.
    var words: String {
        let given = Self.conditions.compactMap { condition in
            condition.text(self).map { "\(condition.name)=\($0.onOneLine)" }
        }
        return given.isEmpty ? "" : " with " + given.joined(separator: ", ")
    }
}

extension String {
    private static let maximumShown = 200

    /// The text as part of a sentence: addresses come from the caller and may contain anything.
    var onOneLine: String {
        let shown = unicodeScalars.prefix(Self.maximumShown)
        return Substring(shown).visible + (shown.endIndex < endIndex ? "…" : "")
    }
}
