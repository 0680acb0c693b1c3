package import FirebreakWire

/// Why a call was answered as it was, in words, and what changes that.
package struct Explanation: Sendable, Equatable {
    /// The request that changes what decided.
    package struct Change: Sendable, Equatable {
        package var method: String
        /// With the query.
        package var path: String
        package var body: JSON?

        /// Method, path and body.
        var text: String { [method, path, body?.text].compactMap(\.self).joined(separator: " ") }
    }

    /// What decided and its value: a sentence without its full stop.
    package var words: String
    /// `nil` where no setting decides.
    package var change: Change?
    /// What the change does, such as `adds it`.
    package var effect: String

    /// The whole sentence, with the change in backquotes.
    var sentence: String {
        let change = change.map { "; `\($0.text)` \(effect)" } ?? ""
        return words + change + "."
    }
}
