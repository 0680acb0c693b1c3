/// Why a destination did not take a message.
package struct DeliveryFailure: Sendable, Equatable {
    private static let maximumLength = 300

    /// For the record: on one line, and without anything secret.
    package var text: String
    /// Whether another attempt would end in the same way.
    package var isPermanent: Bool

    package init(_ text: String, isPermanent: Bool = false) {
        let line = text.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true ? " " : $0 }
        self.text = String(line.prefix(Self.maximumLength))
        self.isPermanent = isPermanent
    }
}
