import ArgumentParser
import Firebreak
import FirebreakFixtures

// For options that take any text, because the server checks it: what shells offer are the names that this version knows.

extension CompletionKind {
    /// Names of operations, as the journal has them.
    static let operations: Self = .list(FixtureKeys.calls)

    /// Names of operations and messages that faults can be on.
    static let faultNames: Self = .list(FixtureKeys.faultNames)

    /// Codes of errors, sorted.
    static let errorCodes: Self = .list(Set(KnownErrors.all.map(\.code)).sorted())

    /// What a fixture can be written in.
    static let fixtures: Self = .file(extensions: ["yaml", "yml", "json"])

    /// Names of a type that also takes names of later versions.
    static func names<Name: RawRepresentable<String>>(_ names: Name...) -> Self { .list(names.map(\.rawValue)) }
}
