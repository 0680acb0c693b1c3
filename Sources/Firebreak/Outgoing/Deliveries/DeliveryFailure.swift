import FirebreakWire

/// Why a destination did not take a message.
package struct DeliveryFailure: Sendable, Equatable {
    private static let maximumLength = 300

    /// For the record: on one line, and without anything secret.
    package var text: String
    /// Whether another attempt would end in the same way.
    package var isPermanent: Bool

    package init(_ text: String, isPermanent: Bool = false) {
        let scalars = text.unicodeScalars.prefix(Self.maximumLength).map { $0.isHidden ? " " : $0 }
        self.text = String(String.UnicodeScalarView(scalars))
        self.isPermanent = isPermanent
    }
}
