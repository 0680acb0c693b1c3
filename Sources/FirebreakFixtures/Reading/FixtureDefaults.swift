import FirebreakDiscovery
import FirebreakWire

/// The document's defaults for all its users and codes.
struct FixtureDefaults {
    var password: String?
    var emailVerified: Bool?
    var disabled: Bool?
    var photoURL: String?
    var claims: JSON?
    var locale: String?
    var continueURL: String?

    init() {}

    init(_ reader: inout ObjectReader) {
        password = reader.text("password")
        emailVerified = reader.flag("emailVerified")
        disabled = reader.flag("disabled")
        photoURL = reader.text("photoUrl")
        claims = reader.object("claims")
        locale = reader.text("locale")
        continueURL = reader.text("continueUrl")
    }
}
