/// A problem at one place of a document.
package struct FixtureProblem: Error, Hashable, Sendable {
    package var path: FixturePath
    /// A message for the author of the document.
    package var message: String

    package init(_ path: FixturePath, _ message: String) {
        self.path = path
        self.message = message
    }
}
