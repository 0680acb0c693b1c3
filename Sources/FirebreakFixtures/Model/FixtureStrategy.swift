/// What happens to the existing contents of a project.
package enum FixtureStrategy: String, Sendable, CaseIterable {
    /// They are kept, and what the document names is created or updated; applying it twice changes nothing.
    case merge
    /// They are removed first.
    case replace
    /// They must not overlap with the document.
    case fail
}
