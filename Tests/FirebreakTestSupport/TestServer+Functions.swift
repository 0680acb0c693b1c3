import FirebreakOperations
package import FirebreakWire
import HTTPTypes
import Testing

/// URLs of the functions that tests configure.
package enum FunctionURL {
    package static let create = "http://functions.test/example/us-central1/beforeCreate"
    package static let signIn = "http://functions.test/example/us-central1/beforeSignIn"
    package static let email = "http://functions.test/example/us-central1/beforeSendEmail"
    package static let sms = "http://functions.test/example/us-central1/beforeSendSms"
}

/// A way to sign in, as the tables of blocking-functions.md list them.
package enum SignInFlow: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case signUp, password, newLink, knownLink, newIdentity, knownIdentity, linkedIdentity, takenAccount, newPhone
    case knownPhone, secondFactor

    package var testDescription: String { rawValue }

    /// Whether it makes an account.
    package var isNew: Bool { [.signUp, .newLink, .newIdentity, .newPhone].contains(self) }

    package var method: String {
        switch self {
        case .signUp, .password, .secondFactor: "password"
        case .newLink, .knownLink: "emailLink"
        case .newIdentity, .knownIdentity, .linkedIdentity, .takenAccount: "google.com"
        case .newPhone, .knownPhone: "phone"
        }
    }
}

/// A sign-in whose last call is yet to be made.
package struct PreparedSignIn: Sendable {
    /// Of the account, where there is one.
    package var id: String?
    /// The call that functions are asked about.
    package var finish: @Sendable () async throws -> TestAnswer
}

extension TestServer {
    /// A server where phones are on in every profile, too.
    package static func openToAll(_ profile: Profile, rules: KeyValuePairs<String, String> = [:]) async throws
        -> TestServer
    {
        let server = try await TestServer.open(profile, rules: rules)
        if profile == .production {
            try await server.set("signIn.phoneNumber.enabled", true)
            try await server.set("smsRegionConfig", ["allowByDefault": [:]])
            try await server.set("mfa", ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]])
        }
        return server
    }

    /// Configures functions by event, which answer `{}` until a test says otherwise.
    package func guardWith(_ functions: KeyValuePairs<String, String>, forwarding: JSON? = nil) async throws {
        var triggers = JSON.emptyObject
        for (event, url) in functions {
            triggers[event] = ["functionUri": .string(url)]
            self.functions.answer(url, [:])
        }
        var settings: JSON = ["triggers": triggers]
        settings["forwardInboundCredentials"] = forwarding
        try await set("blockingFunctions", settings)
    }

    /// Both functions that have a say in sign-ins.
    package func guardSignIns(forwarding: JSON? = nil) async throws {
        try await guardWith(
            ["beforeCreate": FunctionURL.create, "beforeSignIn": FunctionURL.signIn], forwarding: forwarding)
    }

    /// Lets a function do something with this server before it answers.
    package func during(
        _ url: String, answer: JSON = [:], _ action: @escaping @Sendable (JSON) async throws -> Void
    ) {
        functions.handle(url) { claims throws(OutgoingRequest.Failure) in
            do { try await action(claims) } catch { throw .unreachable("\(error)") }
            return .init(status: 200, body: answer.bytes)
        }
    }

    /// Lets a function change a user record: `{"userRecord": {"updateMask": …}}`.
    package func changeRecord(_ url: String, _ mask: String, _ record: JSON) {
        functions.answer(url, ["userRecord": record.merging(["updateMask": .string(mask)])])
    }

    /// A code by SMS.
    package func smsCode(_ number: String) async throws -> JSON {
        let answer = try await app("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
        let session = try #require(answer.string("sessionInfo"), "\(answer.text)")
        let code = try await outbox("channel=sms&order=desc").first?["code"]?.stringValue
        return ["sessionInfo": .string(session), "code": .string(try #require(code))]
    }

    /// Does everything of a sign-in but its last call.
    package func prepare(_ flow: SignInFlow) async throws -> PreparedSignIn {
        let email = "alice@example.test"
        let claims: JSON = [
            "sub": "1", "name": "N", "email": .string(email), "email_verified": true, "picture": "http://p.test/",
        ]
        switch flow {
        case .signUp:
            return PreparedSignIn { try await self.signUp(email) }
        case .password:
            let user = try await verifiedUser()
            return PreparedSignIn(id: user.id) { try await self.signIn(email) }
        case .newLink, .knownLink:
            let id = flow == .knownLink ? try await verifiedUser().id : nil
            let code = try await mailedCode("EMAIL_SIGNIN", email)
            return PreparedSignIn(id: id) { try await self.finishLink(email, code) }
        case .newIdentity:
            return PreparedSignIn { try await self.idp("google.com", claims) }
        case .knownIdentity:
            let id = try await idpUser("google.com", claims).id
            return PreparedSignIn(id: id) { try await self.idp("google.com", claims) }
        case .linkedIdentity:
            let user = try await verifiedUser()
            return PreparedSignIn(id: user.id) {
                try await self.idp("google.com", claims, ["idToken": user.token])
            }
        case .takenAccount:
            let id = try await verifiedUser().id
            return PreparedSignIn(id: id) { try await self.idp("google.com", claims) }
        case .newPhone, .knownPhone:
            let id = flow == .knownPhone ? try await phoneUser().id : nil
            let code = try await smsCode("+15555550100")
            return PreparedSignIn(id: id) { try await self.app("accounts:signInWithPhoneNumber", code) }
        case .secondFactor:
            let user = try await securedUser()
            let body = try await secondFactorCode(await signIn(email))
            return PreparedSignIn(id: user.id) { try await self.finishSecondFactor(body) }
        }
    }

    /// A verified user with a second factor.
    package func securedUser() async throws -> SignedInUser {
        let user = try await verifiedUser()
        let factor: JSON = ["mfaEnrollmentId": "m", "phoneInfo": "+15555550199", "displayName": "Phone"]
        let answer = try await update(user.id, ["mfa": ["enrollments": [factor]]])
        try #require(answer.status == 200, "\(answer.text)")
        return user
    }

    package func v2(_ method: String, _ body: JSON) async throws -> TestAnswer {
        try await send(.post, "/identitytoolkit.googleapis.com/v2/accounts/\(method)?key=fake-api-key", body)
    }

    /// The last request of a sign-in that asked for a second factor.
    package func secondFactorCode(_ first: TestAnswer) async throws -> JSON {
        let pending = try #require(first.string("mfaPendingCredential"), "\(first.text)")
        let start = try await v2(
            "mfaSignIn:start",
            ["mfaPendingCredential": .string(pending), "mfaEnrollmentId": "m", "phoneSignInInfo": [:]])
        let session = try #require(start.json[path: "phoneResponseInfo.sessionInfo"], "\(start.text)")
        let code = try await outbox("channel=sms&order=desc").first?["code"]
        return [
            "mfaPendingCredential": .string(pending),
            "phoneVerificationInfo": ["sessionInfo": session, "code": try #require(code)],
        ]
    }

    package func finishSecondFactor(_ body: JSON) async throws -> TestAnswer {
        try await v2("mfaSignIn:finalize", body)
    }

    /// How often each function was asked: beforeCreate, beforeSignIn.
    package var timesAsked: [Int] {
        [functions.calls(FunctionURL.create).count, functions.calls(FunctionURL.signIn).count]
    }

    /// Everybody in the project.
    package func everybody() async throws -> [JSON] {
        try await admin("accounts:query")["userInfo"]?.arrayValue ?? []
    }
}
