package import ArgumentParser
import Firebreak
import FirebreakFixtures
import FirebreakModel

/// An option that takes one of an enumeration's raw values.
///
/// Wraps enumerations of other modules, which would otherwise be made `ExpressibleByArgument` globally.
package struct Choice<Value: Sendable>: Sendable {
    package var value: Value
}

// What the value conforms to is asked for here, not of the type: the runtime would look it up among all conformances of
// the program for every option of `serve`, which is time of every start.
extension Choice: ExpressibleByArgument where Value: CaseIterable & RawRepresentable<String> {
    package init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    /// For the help and for errors.
    package static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }

    /// For shells.
    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

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

    /// The values of a text that this version knows.
    static func known<Value: KnownValues>(_ type: Value.Type) -> Self { .list(type.known.map(\.rawValue)) }
}
