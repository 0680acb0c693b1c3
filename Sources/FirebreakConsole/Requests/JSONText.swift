import FirebreakWire

/// JSON for people to read and to copy (``JSON/visible(_:)``).
enum JSONText {
    static func compact(_ value: some Encodable) -> String { JSON.visible(bytes(of: value)) }

    static func indented(_ value: some Encodable) -> String { JSON.visible(JSON.indented(bytes(of: value))) }

    private static func bytes(of value: some Encodable) -> [UInt8] {
        // A value of these cases always has a text.
        (try? WireEncoder().encode(value)) ?? []
    }
}
