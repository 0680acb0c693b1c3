import FirebreakWire

/// An answer of the control API, read completely.
public struct ControlReply: Sendable, Equatable {
    /// The HTTP status.
    public var status: Int
    /// JSON, unless the call documents another form.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    /// Whether the call succeeded.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The body as a string.
    public var text: String { String(decoding: body, as: UTF8.self) }

    private static let decoder = WireDecoder(nullIsAbsent: true, readsWideIntegers: true)

    /// The body, decoded.
    ///
    /// - Throws: A failure with ``FirebreakFailure/Code/unexpectedAnswer`` when it cannot be decoded.
    package func decoded<Value: Decodable>(_ type: Value.Type) throws(FirebreakFailure) -> Value {
        do {
            return try Self.decoder.decode(type, from: JSON(parsing: body))
        } catch {
            throw FirebreakFailure(
                .unexpectedAnswer, "The server's answer is not what this call expects; is it a Firebreak server?",
                status: status)
        }
    }
}
