import FirebreakTestSupport
import FirebreakWire
import HTTPTypes

@testable import FirebreakOperations

extension Provocation {
    private static let email: JSON = "alice@example.test"
    private static let identity: JSON = ["providerId": "google.com", "rawId": "1"]

    static let accounts: [Provocation] = [
        Provocation(.adminOnlyOperation, in: .ours) { server in
            try await server.set("client.permissions.disabledUserSignup", true)
            return try await server.signUp("alice@example.test")
        },
        Provocation(.adminOnlyOperation, in: .ours) { server in
            let user = try await server.user()
            try await server.set("client.permissions.disabledUserDeletion", true)
            return try await server.app("accounts:delete", ["idToken": user.token])
        },
        Provocation(.claimsTooLarge) { server in
            let user = try await server.user()
            let claims = "{\"a\":\"" + String(repeating: "x", count: 1000) + "\"}"
            return try await server.update(user.id, ["customAttributes": .string(claims)])
        },
        Provocation(.credentialTooOld, in: .ours) { server in
            let user = try await server.user()
            server.clock.advance(seconds: 600)
            return try await server.app("accounts:update", ["idToken": user.token, "password": "second-horse"])
        },
        Provocation(.credentialTooOld, in: .ours) { server in
            let user = try await server.user()
            server.clock.advance(seconds: 600)
            return try await server.app("accounts:delete", ["idToken": user.token])
        },
        Provocation(.duplicateEmail("<email>")) { server in
            try await server.importAccounts(
                ["localId": "a", "email": email], ["localId": "b", "email": email], options: ["sanityCheck": true])
        },
        Provocation(.duplicateLocalID) { server in
            _ = try await server.admin("accounts", ["localId": "a"])
            return try await server.admin("accounts", ["localId": "a"])
        },
        Provocation(.duplicateLocalIDInImport("<localId>"), in: .reference) { server in
            try await server.importAccounts(["localId": "a"], ["localId": "a"])
        },
        Provocation(.duplicateRawID(provider: "<providerId>", rawID: "<rawId>")) { server in
            try await server.importAccounts(
                ["localId": "a", "providerUserInfo": [identity]], ["localId": "b", "providerUserInfo": [identity]],
                options: ["sanityCheck": true])
        },
        Provocation(.emailExists) { server in
            _ = try await server.user()
            return try await server.signUp("alice@example.test")
        },
        Provocation(.emailExists) { server in
            _ = try await server.user()
            let other = try await server.user("bob@example.test")
            return try await server.update(other.id, ["email": email])
        },
        Provocation(.forbiddenClaim("<claim>")) { server in
            let user = try await server.user()
            return try await server.update(user.id, ["customAttributes": "{\"sub\":1}"])
        },
        Provocation(.invalidClaims) { server in
            try await server.app(
                "accounts:signInWithCustomToken", ["token": "{\"uid\":\"a\",\"claims\":\"admin\"}"])
        },
        Provocation(.claimsNotJSON("<reason>")) { server in
            let user = try await server.user()
            return try await server.update(user.id, ["customAttributes": "admin"])
        },
        Provocation(.claimsNotObject("<text>")) { server in
            let user = try await server.user()
            return try await server.update(user.id, ["customAttributes": "[]"])
        },
        Provocation(.invalidEmail) { server in try await server.signUp("nobody") },
        Provocation(.invalidEmail) { server in try await server.signIn("nobody") },
        Provocation(.invalidUserIDLength, in: .ours) { server in
            try await server.admin("accounts", ["localId": .string(String(repeating: "x", count: 129))])
        },
        Provocation(.displayNameTooLong, in: .ours) { server in
            let user = try await server.user()
            let name = String(repeating: "x", count: 257)
            return try await server.app("accounts:update", ["idToken": user.token, "displayName": .string(name)])
        },
        Provocation(.photoURLTooLong, in: .ours) { server in
            let user = try await server.user()
            let url = "https://x.test/" + String(repeating: "x", count: 2034)
            return try await server.app("accounts:update", ["idToken": user.token, "photoUrl": .string(url)])
        },
        Provocation(.localIDListExceedsLimit) { server in try await server.admin("accounts:batchDelete") },
        Provocation(.localIDListExceedsLimit, in: [.local]) { server in
            try await server.admin("accounts:lookup", ["localId": .array(many(101, "x"))])
        },
        Provocation(.maximumUserCountExceeded, in: [.local]) { server in
            try await server.admin("accounts:batchCreate", ["users": .array(many(1001, ["localId": "x"]))])
        },
        Provocation(.missingEmail) { server in
            try await server.app("accounts:signInWithPassword", ["password": "correct-horse"])
        },
        Provocation(.missingEmail) { server in
            try await server.app("accounts:sendOobCode", ["requestType": "PASSWORD_RESET"])
        },
        Provocation(.missingEmail) { server in
            try await server.app("accounts:signInWithEmailLink", ["oobCode": "x"])
        },
        Provocation(.missingLocalID) { server in try await server.admin("accounts:update") },
        Provocation(.missingLocalID) { server in try await server.admin("accounts:delete") },
        Provocation(.missingUserAccount) { server in try await server.admin("accounts:batchCreate") },
        Provocation(.accountNotDisabled, isPart: true) { server in
            let user = try await server.user()
            return try await server.admin("accounts:batchDelete", ["localIds": [.string(user.id)]])
        },
        Provocation(.operationNotAllowed, in: .ours) { server in
            try await server.set("signIn.phoneNumber.enabled", false)
            return try await server.app("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        },
        Provocation(.operationNotAllowed, in: .ours) { server in
            try await server.set("signIn.email.enabled", false)
            return try await server.signUp("alice@example.test")
        },
        Provocation(.operationNotAllowed) { server in
            let user = try await server.user()
            return try await server.app("accounts:update", ["idToken": user.token, "disableUser": true])
        },
        Provocation(.emailChangeNeedsVerification, in: .ours) { server in
            try await server.set("emailPrivacyConfig.enableImprovedEmailPrivacy", true)
            let user = try await server.user()
            return try await server.app(
                "accounts:update", ["idToken": user.token, "email": "bob@example.test"])
        },
        Provocation(.phoneNumberExists) { server in
            _ = try await server.admin("accounts", ["phoneNumber": "+15555550100"])
            return try await server.admin("accounts", ["phoneNumber": "+15555550100"])
        },
        Provocation(.tooManyAttempts, in: .ours) { server in
            try await server.set(
                "quota.signUpQuotaConfig",
                ["quota": "0", "startTime": "2026-06-01T12:00:00Z", "quotaDuration": "7200s"])
            return try await server.signUp("alice@example.test")
        },
        Provocation(.tooManyAttempts) { server in
            try await server.limit("signUpsPerIp")
            _ = try await server.signUp("alice@example.test")
            return try await server.signUp("bob@example.test")
        },
        Provocation(.unexpectedUserID) { server in try await server.app("accounts:signUp", ["localId": "a"]) },
        Provocation(.userDisabled) { server in
            let user = try await server.user()
            _ = try await server.update(user.id, ["disableUser": true])
            return try await server.signIn("alice@example.test")
        },
        Provocation(.userDisabled) { server in
            let user = try await server.user()
            _ = try await server.update(user.id, ["disableUser": true])
            return try await server.refresh(user.refreshToken)
        },
        Provocation(.userNotFound) { server in
            let user = try await server.user()
            _ = try await server.admin("accounts:delete", ["localId": .string(user.id)])
            return try await server.lookup(user.idToken)
        },
        Provocation(.userNotFound) { server in try await server.update("nobody", [:]) },
        Provocation(.userNotFound) { server in
            try await server.admin("accounts:delete", ["localId": "nobody"])
        },
    ]
}
