/// A value of the Concise Binary Object Representation (RFC 8949), as far as WebAuthn uses it.
///
/// Tags are dropped, `undefined` reads as `null`, and floating-point numbers and indefinite lengths are not supported.
package enum CBOR: Sendable, Hashable {
    case unsigned(UInt64)
    /// The number −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// Entries in document order; no key occurs twice.
    case map([Entry])
    case bool(Bool)
    case null

    /// A key and its value.
    package struct Entry: Sendable, Hashable {
        package var key: CBOR
        package var value: CBOR

        package init(_ key: CBOR, _ value: CBOR) {
            self.key = key
            self.value = value
        }
    }
}

extension CBOR {
    /// The number of this label or algorithm; `nil` for all other values, and for numbers that a signed 64-bit integer
    /// cannot hold.
    package var integerValue: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    package var bytesValue: [UInt8]? {
        guard case .bytes(let value) = self else { return nil }
        return value
    }

    package var textValue: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    package var mapValue: [Entry]? {
        guard case .map(let value) = self else { return nil }
        return value
    }

    /// The value under this number; `nil` if it does not exist or this is not a map.
    package subscript(label: Int64) -> CBOR? { mapValue?.first { $0.key.integerValue == label }?.value }

    /// The value under this text; `nil` if it does not exist or this is not a map.
    package subscript(name: String) -> CBOR? { mapValue?.first { $0.key.textValue == name }?.value }
}
