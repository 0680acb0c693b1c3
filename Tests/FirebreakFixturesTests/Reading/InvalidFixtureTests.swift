import Testing

/// What is wrong is told with its place, all of it at once.
struct InvalidFixtureTests {
    @Test(arguments: [
        ("", "shop.yaml:1:1: must be an object"),
        ("[1]", "shop.yaml:1:1: must be an object"),
        ("users: [}", "shop.yaml:1:9: while parsing a flow node: did not find expected node content"),
        ("a: 1\na: 2", "shop.yaml:1:1: the key a stands here more than once"),
        ("version: 1", "shop.yaml:1:1: projects is missing"),
        ("projects: { p: }", "shop.yaml:1:1: version is missing: write version: 1"),
        ("version: 2\nprojects: { p: }", "shop.yaml:1:1: /version: must be 1"),
        ("version: 1\nprojects:", "shop.yaml:2:1: /projects: must name a project"),
        (
            "version: 1\nproyects: { p: }",
            "shop.yaml:2:1: /proyects: there is no key proyects here; did you mean projects?"
        ),
        (
            "version: 1\nstrategy: add\nprojects: { p: }",
            "shop.yaml:2:1: /strategy: must be one of merge, replace, fail"
        ),
        (
            "defaults: { pasword: a }\nusers: []",
            "shop.yaml:1:13: /defaults/pasword: there is no key pasword here; did you mean password?"
        ),
    ])
    func `a document that is none`(text: String, message: String) {
        #expect(complaints(text).contains(message))
    }

    @Test(arguments: [
        ("user: []", "/user: there is no key user here; did you mean users?"),
        ("apiKeys: [1]", "/apiKeys/0: must be a text of 1 through 256 bytes"),
        ("apiKeys: [a, a]", "/apiKeys/1: the key a selects project p already"),
        ("profile: prod", "/profile: must be one of local, emulator, production"),
        ("faults: {}", "/faults: must be a list"),
        ("faults: [ { hang: true } ]", "/faults/0: on is missing: an operation, or a list of them"),
        (
            "faults: [ { on: accounts.signup, hang: true } ]",
            "/faults/0/on: there is no operation accounts.signup; did you mean accounts.signUp?"
        ),
        (
            "faults: [ { on: accounts, hang: true } ]",
            "/faults/0/on: there is no operation accounts; GET /firebreak/v1/info lists them"
        ),
        (
            "faults: [ { on: [token, weather], hang: true } ]",
            "/faults/0/on/1: there is no operation weather; GET /firebreak/v1/info lists them"
        ),
        (
            "faults: [ { on: keys.jwks, hang: true } ]",
            "/faults/0/on: no fault can be on keys.jwks, which is of no project"
        ),
        (
            "faults: [ { on: [token, outbox.sms], hang: true } ]",
            "/faults/0/on: a fault is on calls or on messages, not on both"
        ),
        ("faults: [ { on: token, tims: 2 } ]", "/faults/0/tims: there is no key tims here; did you mean times?"),
        (
            "faults: [ { on: token, hang: true, where: { mail: a } } ]",
            "/faults/0/where/mail: there is no key mail here; did you mean email?"
        ),
        (
            "faults: [ { on: token, hang: true, where: { caller: me } } ]",
            "/faults/0/where/caller: must be one of app, admin"
        ),
        ("faults: [ { on: token } ]", "/faults/0: a fault has an effect: error, status, drop, hang, or delay alone"),
        ("faults: [ { on: outbox.sms } ]", "/faults/0: a fault has an effect: lose, deliverAfter"),
        (
            "faults: [ { on: token, hang: true, drop: after } ]",
            "/faults/0: a fault has one effect, and this one has drop and hang"
        ),
        (
            "faults: [ { on: token, lose: true } ]",
            "/faults/0/lose: is an effect on messages: outbox.email, outbox.sms"
        ),
        ("faults: [ { on: outbox.sms, hang: true } ]", "/faults/0/hang: is an effect on calls"),
        (
            "faults: [ { on: outbox.sms, lose: true, delay: 1s } ]",
            "/faults/0/delay: is for calls; a message is delayed by deliverAfter"
        ),
        ("faults: [ { on: token, hang: true, body: a } ]", "/faults/0/body: goes with status"),
        (
            "faults: [ { on: token, status: 204, body: a } ]",
            "/faults/0/body: an answer with status 204 has none"
        ),
        ("faults: [ { on: token, status: 99 } ]", "/faults/0/status: must be a whole number from 200 through 599"),
        (
            "faults: [ { on: token, status: 503, headers: { Content-Length: \"5\" } } ]",
            "/faults/0/headers/Content-Length: is the server's own: it says how the answer is sent"
        ),
        (
            "faults: [ { on: token, status: 503, headers: { \"a b\": c } } ]",
            "/faults/0/headers/a b: is not a header that HTTP allows"
        ),
        (
            "faults: [ { on: token, delay: 11m } ]",
            "/faults/0/delay: must be a time such as 2s, 500ms or 1m, and at most 10m"
        ),
        (
            "faults: [ { on: token, hang: true, times: never } ]",
            "/faults/0/times: must be a whole number from 1 through 1000000000, or always"
        ),
        (
            "faults: [ { on: token, hang: true, probability: 0 } ]",
            "/faults/0/probability: must be a number above 0, and at most 1"
        ),
        ("clock: tomorrow", "/clock: must be a time such as 2026-06-01T12:00:00Z, or milliseconds since 1970"),
        ("clock: { frozen: true }", "/clock: at is missing: the time that the clock shows"),
        ("clock: { at: 0, frozen: maybe }", "/clock/frozen: must be true or false"),
        ("rules: [expiry]", "/rules: must be an object"),
        ("config: { signin: {} }", "/config/signin: there is no key signin here; did you mean signIn?"),
        (
            "config: { signIn: { email: { enable: true } } }",
            "/config/signIn/email/enable: there is no key enable here; did you mean enabled?"
        ),
        ("config: { signIn: { email: { enabled: 1 } } }", "/config/signIn/email/enabled: must be true or false"),
        ("config: { authorizedDomains: localhost }", "/config/authorizedDomains: must be a list"),
        ("config: { authorizedDomains: [1] }", "/config/authorizedDomains/0: must be a text: put it in quotes"),
        (
            "config: { signIn: { phoneNumber: { testPhoneNumbers: { \"+1555\": 123456 } } } }",
            "/config/signIn/phoneNumber/testPhoneNumbers/+1555: must be a text: put it in quotes"
        ),
        (
            "config: { notification: { sendEmail: { smtp: { port: x } } } }",
            "/config/notification/sendEmail/smtp/port: must be a number"
        ),
        ("hash: { algorithm: SCRYPT }", "/hash/algorithm: there is no key algorithm here; did you mean hashAlgorithm?"),
        (
            "providers: { oidc.acme: { issuers: a } }",
            "/providers/oidc.acme/issuers: there is no key issuers here; did you mean issuer?"
        ),
        (
            "providers: { saml.acme: { clientId: a } }",
            "/providers/saml.acme/clientId: there is no key clientId here; known are displayName, enabled,"
                + " idpConfig, spConfig"
        ),
        ("providers: { google.com: 1 }", "/providers/google.com: must be an object"),
        ("tenants: { a/b: }", "/tenants/a~1b: a tenant ID has 1 to 128 bytes and no /"),
        ("tenants: { blue: { user: [] } }", "/tenants/blue/user: there is no key user here; did you mean users?"),
        ("tenants: { blue: { disableAuth: no } }", "/tenants/blue/disableAuth: must be true or false"),
        ("tenants: { blue: { mfaConfig: { state: {} } } }", "/tenants/blue/mfaConfig/state: must be a text"),
    ])
    func `a project that will not do`(text: String, message: String) {
        let document = "version: 1\nprojects:\n  p:\n    " + text

        #expect(complaints(document).map { String($0.drop { $0 != "/" }) } == ["/projects/p" + message])
    }

    @Test(arguments: [
        ("{}", ": a user needs a ref, a uid, an email or a phoneNumber"),
        ("alice", ": must be an object"),
        ("{ ref: a, mail: b }", "/mail: there is no key mail here; did you mean email?"),
        ("{ ref: a, phone: b }", "/phone: there is no key phone here; did you mean phoneNumber?"),
        ("{ ref: a@b }", "/ref: must not contain @, to be distinct from an address"),
        ("{ ref: 7 }", "/ref: must be a text: put it in quotes"),
        ("{ ref: \"\" }", "/ref: must not be empty"),
        ("{ ref: a, claims: admin }", "/claims: must be an object"),
        (
            "{ ref: a, createdAt: 2026-02-30T00:00:00Z }",
            "/createdAt: must be a time such as 2026-06-01T12:00:00Z, or milliseconds since 1970"
        ),
        (
            "{ ref: a, password: x, passwordHash: \"fakeHash:\" }",
            "/passwordHash: a user has a password or a passwordHash, not both"
        ),
        ("{ ref: a, salt: x }", "/salt: a salt needs a passwordHash"),
        (
            "{ ref: a, passwordHash: x }",
            "/passwordHash: the project's hash must say how the hash was made: an object with hashAlgorithm"
        ),
        ("{ ref: a, providers: [{ providerId: google.com }] }", "/providers/0: rawId is missing"),
        (
            "{ ref: a, providers: [{ providerId: phone, rawId: x }] }",
            "/providers/0/providerId: phone follows from email and phoneNumber"
        ),
        ("{ ref: a, mfa: [{ totp: A, phone: B }] }", "/mfa/0: a second factor has either phone or totp"),
        (
            "{ ref: a, mfa: [{ phone: \"+1\", enrollmentId: x }, { phone: \"+2\", enrollmentId: x }] }",
            "/mfa: every second factor needs an enrollmentId of its own"
        ),
        ("{ factory: m }", ": count is missing"),
        ("{ count: 3 }", ": factory is missing: the name that the refs begin with"),
        ("{ factory: m, count: 0 }", "/count: must be a whole number from 1 through 100000"),
        (
            "{ factory: m, count: 2, ref: x }",
            "/ref: there is no key ref here; known are claims, count, createdAt, disabled, displayName, email,"
                + " emailVerified, factory, hash, lastLoginAt, mfa, password, passwordHash, phoneNumber, photoUrl, providers,"
                + " salt"
        ),
    ])
    func `a user that will not do`(text: String, message: String) {
        let document = "version: 1\nprojects: { p: { users: [\n  \(text)\n] } }"

        let found = complaints(document)
        #expect(found.map { String($0.drop { $0 != "/" }) } == ["/projects/p/users/0" + message])
        #expect(found.first?.hasPrefix("shop.yaml:3:") == true)
    }

    @Test(arguments: [
        ("{ to: alice }", ": type is missing"),
        ("{ type: EMAIL_SIGNIN }", ": to is missing: an address, or the ref of a user"),
        (
            "{ type: RECOVER_EMAIL, to: alice }",
            "/type: must be one of EMAIL_SIGNIN, PASSWORD_RESET, VERIFY_EMAIL, VERIFY_AND_CHANGE_EMAIL"
        ),
        ("{ type: EMAIL_SIGNIN, to: bob }", "/to: there is no user with the ref bob here"),
        ("{ type: EMAIL_SIGNIN, to: carol }", "/to: the user carol has no e-mail address"),
        ("{ type: VERIFY_AND_CHANGE_EMAIL, to: alice }", ": newEmail is missing"),
        ("{ type: VERIFY_EMAIL, to: alice, newEmail: a@b.test }", "/newEmail: a code of type VERIFY_EMAIL has none"),
    ])
    func `a code that will not do`(text: String, message: String) {
        let document = """
            users: [{ ref: alice, email: alice@example.test }, { ref: carol }]
            codes: [\(text)]
            """

        #expect(complaints(document).map { String($0.drop { $0 != "/" }) } == ["/codes/0" + message])
    }

    @Test func `refs and IDs belong to one user each`() {
        let text = """
            users:
              - { ref: alice, uid: a }
              - { ref: bob, uid: a }
              - { factory: alice, count: 1 }
              - { factory: m, count: 3, email: m@example.test }
            tenants:
              blue: { users: [ { ref: bob } ] }
            """

        #expect(
            complaints(text) == [
                "shop.yaml:3:5: /users/1: another user has the uid a already",
                "shop.yaml:7:22: /tenants/blue/users/0/ref: the ref bob stands for another user of the project already",
            ])
    }

    @Test func `everything is told at once, in the order of the document`() {
        let text = """
            version: 1
            projects:
              demo-shop:
                users:
                  - { ref: alice, emial: alice@example.test }
                  - ref: bob
                    disabled: perhaps
                apikeys: [k]
            defaults: { locale: 7 }
            """

        #expect(
            complaints(text) == [
                "shop.yaml:5:23: /projects/demo-shop/users/0/emial: there is no key emial here; did you mean email?",
                "shop.yaml:7:9: /projects/demo-shop/users/1/disabled: must be true or false",
                "shop.yaml:8:5: /projects/demo-shop/apikeys: there is no key apikeys here; did you mean apiKeys?",
                "shop.yaml:9:13: /defaults/locale: must be a text: put it in quotes",
            ])
    }

    @Test func `places in JSON are found as well`() {
        let text = """
            {"version": 1,
             "projects": {"p": {"users": [
               {"ref": "ä", "x\\u0079": 1},
               {"ref": "b", "disabled": 1}]}}}
            """

        #expect(
            complaints(text, file: "shop.json").map { String($0.prefix { $0 != "/" }) } == [
                "shop.json:3:17: ", "shop.json:4:17: ",
            ])
        #expect(complaints("{\"version\": 1,\n  oops}", file: "shop.json").first?.hasPrefix("shop.json:2:3: ") == true)
    }

    @Test func `hostile documents are refused, not worked on for ever`() {
        let deep = String(repeating: "[", count: 100_000)
        let nested = "a: " + String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let bomb =
            "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
            + (0..<30).map { "b\($0): &b\($0) [*a,*a]\n" }.joined()
        let laughs =
            "l0: &l0 [x,x,x,x,x,x,x,x]\n"
            + (1..<9).map { n in "l\(n): &l\(n) [" + (0..<3).map { _ in "*l\(n - 1)" }.joined(separator: ",") + "]\n" }
            .joined()

        for text in [deep, nested, bomb, laughs, "\u{FEFF}", "a: *b", "? [a]\n: b", "<<: 1", "%YAML 9.9\n---\na: 1"] {
            #expect(!complaints(text).isEmpty)
        }
        #expect(complaints(deep, file: "a.json").count == 1)
    }
}
