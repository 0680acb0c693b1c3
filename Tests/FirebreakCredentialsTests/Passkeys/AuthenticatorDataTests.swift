import Crypto
import FirebreakTestSupport
import Testing

@testable import FirebreakCredentials

struct AuthenticatorDataTests {
    private let authenticator = SoftwareAuthenticator(.es256)

    @Test func `a registration's data has the new credential`() throws {
        var authenticator = authenticator
        authenticator.signCount = 0x0102_0304

        let data = try AuthenticatorData(authenticator.data(attested: true, extensions: true))

        #expect(data.relyingPartyIDHash == Array(SHA256.hash(data: Array("app.example.com".utf8))))
        #expect(data.flags.rawValue == 0b1101_1101)
        #expect(data.signCount == 0x0102_0304)
        #expect(data.attestedCredential?.aaguid == [UInt8](repeating: 0xAA, count: 16))
        #expect(data.attestedCredential?.credentialID == authenticator.credentialID)
        #expect(data.attestedCredential?.publicKey == authenticator.publicKey)
    }

    @Test func `a sign-in's data has no credential`() throws {
        for extensions in [false, true] {
            let data = try AuthenticatorData(authenticator.data(attested: false, extensions: extensions))
            #expect(data.attestedCredential == nil)
            #expect(data.flags.contains(.extensions) == extensions)
        }
    }

    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
    func `data that is cut off or too long is refused`(attested: Bool, extensions: Bool) throws {
        let bytes = authenticator.data(attested: attested, extensions: extensions)
        for count in 0..<bytes.count {
            #expect(throws: PasskeyFailure.malformedAuthenticatorData) {
                try AuthenticatorData(Array(bytes.prefix(count)))
            }
        }
        #expect(throws: PasskeyFailure.malformedAuthenticatorData) { try AuthenticatorData(bytes + [0x00]) }
        #expect(throws: PasskeyFailure.malformedAuthenticatorData) { try AuthenticatorData(bytes + [0xA0]) }
    }

    @Test(arguments: [(0, false), (1, true), (1023, true), (1024, false), (0xFFFF, false)])
    func `a credential ID has 1 to 1023 bytes`(count: Int, isGood: Bool) {
        var authenticator = authenticator
        authenticator.credentialID = [UInt8](repeating: 7, count: count)
        let data = try? AuthenticatorData(authenticator.data(attested: true))
        #expect((data != nil) == isGood)
    }

    @Test func `a key that is not a map is refused`() {
        var authenticator = authenticator
        authenticator.publicKey = [0x01]
        #expect(throws: PasskeyFailure.malformedAuthenticatorData) {
            try AuthenticatorData(authenticator.data(attested: true))
        }
    }
}
