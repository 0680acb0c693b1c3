import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import HTTPTypes
import Testing

/// accounts.md section 14.
struct PublicInformationTests {
    private static let v1 = "/identitytoolkit.googleapis.com/v1/"

    @Test(arguments: ["projects?key=k", "projects?key=k&delegatedProjectNumber=7&returnDynamicLink=true"])
    func `the reference's project is a constant`(path: String) async throws {
        let answer = try await TestServer(.emulator).send(.get, Self.v1 + path)

        #expect(answer.text == #"{"projectId":"12345","authorizedDomains":["localhost"]}"#)
    }

    @Test(arguments: [TestProfile.local, .production])
    func `the project shows its number and its authorized domains`(profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let number = ProjectNumber.of(ProjectID(rawValue: "shop"), profile.value)

        let answer = try await server.send(.get, Self.v1 + "projects?key=project:shop")

        #expect(answer.json.objectValue?.map(\.key) == ["projectId", "authorizedDomains"])
        #expect(answer["projectId"] == .string(number))
        #expect(
            answer["authorizedDomains"]
                == (profile == .production
                    ? ["shop.firebaseapp.com", "shop.web.app"]
                    : ["localhost", "127.0.0.1", "[::1]", "shop.firebaseapp.com", "shop.web.app"]))
        _ = try await server.configure("authorizedDomains", ["authorizedDomains": ["a.test"]], project: "shop")
        #expect(try await server.send(.get, Self.v1 + "projects?key=project:shop")["authorizedDomains"] == ["a.test"])
    }

    @Test(arguments: TestProfile.allCases)
    func `reCAPTCHA parameters are obviously fake`(profile: TestProfile) async throws {
        let answer = try await TestServer(profile.value).send(.get, Self.v1 + "recaptchaParams?key=k")

        #expect(answer["kind"] == "identitytoolkit#GetRecaptchaParamResponse")
        #expect(answer["recaptchaSiteKey"] == "Fake-key__Do-not-send-this-to-Recaptcha_")
        #expect(
            answer["recaptchaStoken"]
                == "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
        )
    }
}
