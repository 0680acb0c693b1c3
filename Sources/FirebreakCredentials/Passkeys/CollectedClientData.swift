import FirebreakWire

/// What the browser says about a ceremony (WebAuthn level 2 section 5.8.1).
package struct CollectedClientData: Sendable, Equatable {
    /// `webauthn.create` or `webauthn.get`.
    package let type: String
    package let challenge: [UInt8]
    /// The page's origin, such as `https://example.com`; an app has another form.
    package let origin: String
    /// Whether the page is in a frame of another origin; `false` if absent.
    package let crossOrigin: Bool

    /// - Throws: ``PasskeyFailure/malformedClientData`` if this is not JSON, or a member is missing or of another type.
    package init(json bytes: [UInt8]) throws(PasskeyFailure) {
        guard let json = try? JSON(parsing: bytes),  // the position of the error is irrelevant
            let type = json["type"]?.stringValue, let origin = json["origin"]?.stringValue,
            let challenge = json["challenge"]?.stringValue.flatMap({ Base64.decode($0) })
        else { throw .malformedClientData }
        let crossOrigin = json["crossOrigin"] ?? false
        guard let crossOrigin = crossOrigin.boolValue else { throw .malformedClientData }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        self.crossOrigin = crossOrigin
    }

    /// The challenge that a client responds to, to look it up; nothing else is checked.
    package static func challenge(in clientDataJSON: [UInt8]) -> [UInt8]? {
        (try? CollectedClientData(json: clientDataJSON))?.challenge  // no client data: no challenge
    }
}
