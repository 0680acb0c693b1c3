package import ArgumentParser

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
