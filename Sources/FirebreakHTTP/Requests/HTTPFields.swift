import FirebreakWire
package import HTTPTypes

extension HTTPFields {
    /// The value of the fields with a name, joined if there are several: what the subscript gives, which joins one value
    /// too. Used for the headers of every request.
    func value(_ name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }

    /// The value as records keep it: what a client says of itself is cut.
    func reported(_ name: HTTPField.Name) -> String? {
        guard let value = value(name) else { return nil }
        return Limit.reportedText.allows(value)
            ? value : String(decoding: value.utf8.prefix(Limit.reportedText.maximum), as: UTF8.self)
    }
}

extension HTTPField.Name {
    // A literal of valid characters is always a valid name; the fallback only avoids a force-unwrap.
    static let iOSBundleIdentifier = HTTPField.Name("X-Ios-Bundle-Identifier") ?? .via
    package static let googAPIKey = HTTPField.Name("X-Goog-Api-Key") ?? .via
    package static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .via
    static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .via
    static let fetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .via
    static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest") ?? .via
    /// The token against cross-site requests, from scripts of the console.
    package static let formToken = HTTPField.Name("X-Firebreak-Form-Token") ?? .via
    package static let clientVersion = HTTPField.Name("X-Client-Version") ?? .via
    package static let firebaseLocale = HTTPField.Name("X-Firebase-Locale") ?? .via
    static let privateNetworkRequest = HTTPField.Name("Access-Control-Request-Private-Network") ?? .via
    static let privateNetworkAllowed = HTTPField.Name("Access-Control-Allow-Private-Network") ?? .via
    static let androidPackage = HTTPField.Name("X-Android-Package") ?? .via
}
