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
    /// A name of valid characters; a wrong one ends a test, and is another header's in a release.
    static func known(_ name: String) -> Self {
        guard let name = Self(name) else {
            assertionFailure("\(name) is not a name of a header")
            return .via
        }
        return name
    }

    static let iOSBundleIdentifier = known("X-Ios-Bundle-Identifier")
    package static let googAPIKey = known("X-Goog-Api-Key")
    package static let lastEventID = known("Last-Event-ID")
    static let fetchSite = known("Sec-Fetch-Site")
    static let fetchMode = known("Sec-Fetch-Mode")
    static let fetchDestination = known("Sec-Fetch-Dest")
    /// The token against cross-site requests, from scripts of the console.
    package static let formToken = known("X-Firebreak-Form-Token")
    package static let clientVersion = known("X-Client-Version")
    package static let firebaseLocale = known("X-Firebase-Locale")
    static let privateNetworkRequest = known("Access-Control-Request-Private-Network")
    static let privateNetworkAllowed = known("Access-Control-Allow-Private-Network")
    static let androidPackage = known("X-Android-Package")
}
