import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

struct FieldMaskDepthTests {
    @Test(arguments: [Profile.local, .production], [9, 200, 5000])
    func `a mask deeper than any resource changes nothing`(_ profile: Profile, depth: Int) async throws {
        let server = try TestServer(profile)
        let path = "/identitytoolkit.googleapis.com/v2/projects/example/config"
        let before = try await server.send(.get, path, nil, headers: [.authorization: "Bearer owner"]).json
        let mask = (["client"] + Array(repeating: "a", count: depth)).joined(separator: ".")

        let answer = try await server.configure(mask, [:])

        #expect(answer.status == 200)
        #expect(try await server.send(.get, path, nil, headers: [.authorization: "Bearer owner"]).json == before)
        #expect(try await server.control(.get, "").status == 200)
    }

    @Test(arguments: [Profile.local, .production])
    func `resetting what is not there makes nothing`(_ profile: Profile) async throws {
        let server = try TestServer(profile)

        let answer = try await server.configure("passwordPolicyConfig.forceUpgradeOnSignin", [:])

        #expect(answer.status == 200)
        #expect(answer["passwordPolicyConfig"] == nil)
    }
}
