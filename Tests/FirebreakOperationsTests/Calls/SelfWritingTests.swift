import FirebreakWire
import Testing

@testable import FirebreakOperations

/// Responses that write themselves have each member twice: where it is declared and where it is written.
///
/// The first of each kind has a value for every member, so that none is left out unnoticed.
struct SelfWritingTests {
    private func check(_ responses: [some SelfWriting & Encodable]) throws {
        for response in responses {
            let expected = try WireEncoder().encode(response)
            #expect(String(decoding: response.json, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        }
    }

    private static let list: [JSON] = [["a": 1], "b"]

    @Test func `they write what the encoder would`() throws {
        try check([
            SignUp.Response(
                idToken: "i", displayName: "d\"\n", email: "e", refreshToken: "r", expiresIn: "3600", localId: "l"),
            SignUp.Response(localId: ""),
        ])
        try check([
            SignInWithPassword.Response(
                localId: "l", email: "e", displayName: "d", idToken: "i", profilePicture: "p", refreshToken: "r",
                expiresIn: "3600", userNotifications: Self.list, mfaPendingCredential: "m", mfaInfo: Self.list),
            SignInWithPassword.Response(localId: "l", email: "e", registered: false, mfaInfo: []),
        ])
        try check([
            SignInWithEmailLink.Response(
                idToken: "i", email: "e", refreshToken: "r", expiresIn: "3600", localId: "l", isNewUser: true,
                mfaPendingCredential: "m", mfaInfo: Self.list),
            SignInWithEmailLink.Response(email: "e", localId: "l", isNewUser: false),
        ])
        try check([
            SendOobCode.Response(oobCode: "c", email: "e", oobLink: "http://localhost/?a=b&c"), SendOobCode.Response(),
        ])
        try check([
            GrantToken.Response(
                access_token: "a", expires_in: "3600", refresh_token: "r", id_token: "a", user_id: "u", project_id: "1")
        ])
    }
}
