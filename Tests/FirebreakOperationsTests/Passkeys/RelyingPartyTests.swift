import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// phone-mfa.md section 6: which site a passkey belongs to.
struct RelyingPartyTests {
    static let profiles = [Profile.local, .production]

    @Test(arguments: Profile.allCases)
    func `a passkey is for the site that asks for it, if it is authorized`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let user = try await server.user()
        func relyingParty(_ origin: String?) async throws -> [String?] {
            var headers: HTTPFields = [:]
            headers[.origin] = origin
            let create = try await server.appV2(
                "accounts/passkeyEnrollment:start", ["idToken": user.token], headers: headers)
            let get = try await server.appV2("accounts/passkeySignIn:start", headers: headers)
            return [
                create.string("credentialCreationOptions.rp.id"), get.string("credentialRequestOptions.rpId"),
            ]
        }
        let site = profile == .emulator ? "localhost" : "example.web.app"

        #expect(try await relyingParty("https://example.web.app") == [site, site])
        #expect(try await relyingParty("https://elsewhere.test") == ["localhost", "localhost"])
        #expect(try await relyingParty(nil) == ["localhost", "localhost"])
    }

    @Test(arguments: profiles)
    func `a passkey of an authorized site works`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        var authenticator = SoftwareAuthenticator.local()
        authenticator.origin = "https://example.web.app"
        authenticator.relyingPartyID = "example.web.app"
        try await server.enrollPasskey(&authenticator, server.user())

        #expect(try await server.signInByPasskey(authenticator.got(server.signInChallenge())).outcome == "OK")
    }
}
