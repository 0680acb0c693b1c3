package import FirebreakWire

/// The rules for developers' claims (accounts.md section 2, tokens.md section 5).
package enum CustomClaims {
    /// In the order in which they are tested; the first hit is reported.
    package static let reservedNames = [
        "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time", "firebase",
        "at_hash", "c_hash",
    ]

    /// UTF-16 units of their JSON text.
    package static let maximumLength = Limit.customClaims.maximum

    /// What is wrong with custom attributes.
    package enum Problem: Error, Equatable, Sendable {
        case tooLarge
        /// - Parameter reason: The parser's.
        case notJSON(_ reason: String)
        case notAnObject(String)
        case reserved(String)
    }

    /// Checks the JSON text of custom attributes: at most ``maximumLength`` units, an object, no reserved name.
    ///
    /// - Parameter huge: What becomes of numbers that no double holds.
    package static func check(text: String, huge: JSON.HugeNumbers) throws(Problem) {
        guard text.utf16.count <= maximumLength else { throw .tooLarge }
        let json: JSON
        do throws(JSONSyntaxError) { json = try JSON(parsing: text, keys: .claims, huge: huge) } catch {
            throw .notJSON(error.description)
        }
        guard case .object = json else { throw .notAnObject(text) }
        if let name = firstReservedName(in: json) { throw .reserved(name) }
    }

    package static func firstReservedName(in claims: JSON) -> String? {
        reservedNames.first { claims[$0] != nil }
    }
}

extension CustomClaims.Problem {
    var wireError: WireError {
        switch self {
        case .tooLarge: .claimsTooLarge
        case .notJSON(let reason): .claimsNotJSON(reason)
        case .notAnObject(let text): .claimsNotObject(text)
        case .reserved(let name): .forbiddenClaim(name)
        }
    }
}
