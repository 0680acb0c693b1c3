package import FirebreakWire

/// The name that a tenant is shown by.
package enum TenantDisplayName {
    /// Production requires a display name: a letter, then letters, digits or hyphens, 4 to 20 characters in all
    /// (production.md section 14.1).
    package static func check(_ name: String?) throws(WireError) {
        guard let name, !name.isEmpty else { throw .missingDisplayName }
        guard (4...20).contains(name.utf8.count), name.utf8.first?.isASCIILetter == true,
            name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
        else { throw .invalidDisplayName }
    }
}
