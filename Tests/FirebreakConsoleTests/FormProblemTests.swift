import FirebreakControl
import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakConsole
@testable import FirebreakOperations

/// Errors as forms say them.
struct FormProblemTests {
    @Test(
        arguments: [
            (WireError.invalidEmail, "email", "This is not an email address. One has the form name@example.com."),
            (.forbiddenClaim("sub"), "claims", "“sub” is a name that tokens use themselves. Choose another one."),
            (.invalidArgument(member: "by", "must be a time such as 90s"), "by", "This must be a time such as 90s."),
            (.invalidArgument(member: "localId", "is missing"), "localId", "This is missing."),
            (.invalidArgument("there is no lifetime x").about("lifetimes"), "lifetimes", "There is no lifetime x."),
            (.photoURLTooLong, "photoUrl", "The URL of a photo has 2,048 characters at most."),
            (.displayNameTooLong, "displayName", "A display name has 256 characters at most."),
            (
                .alreadyExists("Project x exists already; delete it first."), nil,
                "Project x exists already; delete it first."
            ),
            (.tenantNotFound, nil, "The tenant to read, change or delete does not exist, or not any more."),
        ] as [(WireError, String?, String)])
    func `an error is a sentence about a field`(error: WireError, field: String?, text: String) {
        let problem = FormProblem(error, in: .local)

        #expect(problem.field == field)
        #expect(problem.text == text)
    }

    @Test(arguments: [
        ("https://app.example.com/start?x=1#y", "app.example.com"), ("localhost:3000", "localhost"),
        ("app.example.com/path", "app.example.com"), ("app.example.com", "app.example.com"), ("*", "*"), ("", ""),
        ("https://", "https://"),
    ])
    func `a pasted address gives its host`(text: String, host: String) {
        #expect(DomainSettings.host(in: text) == host)
    }

    @Test func `a domain that is none is marked, with the same rule as the hint has`() async throws {
        for (profile, rule) in [(TestProfile.emulator, ", or * alone for all."), (.production, "app.example.com.")] {
            let console = SettingsConsole(server: try TestServer(profile.value))

            let answer = try await console.submit("domains", ["domain": "*.example.com"])

            #expect(answer.status == 400)
            #expect(answer.text.contains("“*.example.com” is not a host. Enter one, such as app.example.com"))
            #expect(answer.text.contains(rule))
            #expect(answer.text.contains(#"aria-invalid="true" autofocus"#))
        }
    }

    @Test func `a new provider without an ID says so at its field`() async throws {
        let console = SettingsConsole(server: try TestServer())

        let answer = try await console.submit("providers/saml", ["displayName": "Acme"])

        #expect(answer.status == 400)
        #expect(answer.text.contains("Enter an ID for the provider") && !answer.text.contains("inboundSamlConfigId"))
        #expect(answer.text.contains(#"id="configId" name="configId" type="text" value="" "#))
        #expect(answer.text.contains(#"aria-invalid="true""#))
    }
}
