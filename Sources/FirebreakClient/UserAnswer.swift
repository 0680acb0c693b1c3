import FirebreakModel
import FirebreakWire

/// An account as Google's methods answer it.
struct UserAnswer: Decodable, Sendable {
    var localId: String
    var tenantId: String?
    var email: String?
    var emailVerified: Bool?
    var phoneNumber: String?
    var displayName: String?
    var photoUrl: String?
    var disabled: Bool?
    var passwordHash: String?
    var customAttributes: String?
    var createdAt: String?
    var lastLoginAt: String?
    var providerUserInfo: [Provider]?
    var mfaInfo: [SecondFactor]?

    struct Provider: Decodable, Sendable {
        var providerId: String
        var rawId: String?
        var federatedId: String?
        var email: String?
        var phoneNumber: String?
        var displayName: String?
        var photoUrl: String?
    }

    struct SecondFactor: Decodable, Sendable {
        var mfaEnrollmentId: String
        var displayName: String?
        var phoneInfo: String?
    }

    /// The answer to a look-up or to a listing; without members if there is no user.
    struct Page: Decodable, Sendable {
        var users: [UserAnswer]?
        var nextPageToken: String?
    }
}

extension UserRecord {
    init(_ answer: UserAnswer) throws(FirebreakFailure) {
        let claims = try answer.customAttributes?.nonEmpty.map { text throws(FirebreakFailure) in
            try ControlReply(status: 200, body: Array(text.utf8)).decoded(JSONValue.self)
        }
        self.init(
            uid: answer.localId, tenant: answer.tenantId?.nonEmpty, email: answer.email?.nonEmpty,
            isEmailVerified: answer.emailVerified == true, phoneNumber: answer.phoneNumber?.nonEmpty,
            displayName: answer.displayName?.nonEmpty, photoURL: answer.photoUrl?.nonEmpty,
            isDisabled: answer.disabled == true, hasPassword: answer.passwordHash != nil, claims: claims,
            createdAt: answer.createdAt.flatMap { Int64($0) }, lastLoginAt: answer.lastLoginAt.flatMap { Int64($0) },
            providers: (answer.providerUserInfo ?? []).map { provider in
                Provider(
                    id: provider.providerId, uid: provider.rawId ?? provider.federatedId, email: provider.email,
                    phoneNumber: provider.phoneNumber, displayName: provider.displayName,
                    photoURL: provider.photoUrl)
            },
            secondFactors: (answer.mfaInfo ?? []).map { factor in
                SecondFactor(
                    id: factor.mfaEnrollmentId, displayName: factor.displayName, phoneNumber: factor.phoneInfo)
            })
    }
}
