/// A string enumeration of the API description.
///
/// Requests may name a value or give its position in the declared list, as a number or as a numeric string
/// (wire.md section 7): so the order of the cases is part of the contract.
package protocol WireEnumeration: CaseIterable, RawRepresentable, Codable, Sendable where RawValue == String {}

extension WireEnumeration {
    /// The value with this name or index; `nil` for anything else.
    static func value(decoding json: JSON) -> Self? {
        json.stringValue.flatMap(Self.init(rawValue:)) ?? WireLeniency.element(of: Array(allCases), at: json)
    }
}
