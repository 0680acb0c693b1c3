import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// The site that a passkey belongs to.
enum RelyingParty {
    /// The calling page's host, if it may use passkeys; else `localhost`, as in the reference.
    static func id(_ call: Call) -> String {
        guard call.facts.verifiesPasskeys, let origin = call.client.origin else { return "localhost" }
        return PasskeyChallenge.host(of: origin, call.settings.project) ?? "localhost"
    }
}
