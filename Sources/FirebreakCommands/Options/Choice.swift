package import ArgumentParser

/// An option that takes one of an enumeration's raw values.
///
/// Wraps enumerations of other modules, which would otherwise be made `ExpressibleByArgument` globally.
package struct Choice<Value: CaseIterable & RawRepresentable<String> & Sendable>: ExpressibleByArgument, Sendable {
    package var value: Value

    package init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    /// For the help and for errors.
    package static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }

    /// For shells.
    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
