import FirebreakStore
import FirebreakWire

/// The claims of the token sent to a blocking function (blocking-functions.md section 3).
enum BlockingPayload {
    /// Seconds until the token expires.
    private static let lifetime: Int64 = 600

    /// Claims of an event about an account.
    static func claims(
        _ event: BlockingEvent, function: BlockingFunction.Function, about account: Account, _ context: SignInContext,
        _ call: OperationContext
    ) throws -> JSON {
        var claims = common(event, function: function, call)
        claims["sub"] = .string(account.id.rawValue)
        claims["sign_in_method"] = .string(context.method)
        claims["sign_in_second_factor"] = context.secondFactor.map(JSON.string)
        claims["sign_in_attributes"] = context.attributes.map { .string($0.text) }
        claims["raw_user_info"] = context.rawUserInfo.map(JSON.string)
        claims["tenant_id"] = call.tenant.map { .string($0.rawValue) }
        if function.getsAccessToken {
            claims["oauth_access_token"] = context.accessToken.map(JSON.string)
            if call.behavior.passesOnSecrets { claims["oauth_token_secret"] = context.tokenSecret.map(JSON.string) }
        }
        if function.getsIDToken { claims["oauth_id_token"] = context.idToken.map(JSON.string) }
        // Reference: secrets and refresh tokens are never forwarded.
        if function.getsRefreshToken, call.behavior.passesOnSecrets {
            claims["oauth_refresh_token"] = context.refreshToken.map(JSON.string)
        }
        claims["user_record"] = try userRecord(
            of: account, isNew: event == .beforeCreate, seeing: context.identity, call)
        return claims
    }

    /// Claims of an event about a message; it has no account, because the recipient need not have one.
    static func claims(
        _ event: BlockingEvent, function: BlockingFunction.Function, about message: GuardedMessage,
        _ call: OperationContext
    ) -> JSON {
        var claims = common(event, function: function, call)
        switch message {
        case .email(let address, let type):
            // Production names no tenant here (production.md section 8.2).
            claims["email"] = .string(address)
            claims["email_type"] = .string(type.rawValue)
        case .sms(let number, let type):
            claims["tenant_id"] = call.tenant.map { .string($0.rawValue) }
            claims["phone_number"] = .string(number)
            claims["sms_type"] = .string(type.rawValue)
        }
        return claims
    }

    private static func common(_ event: BlockingEvent, function: BlockingFunction.Function, _ call: OperationContext)
        -> JSON
    {
        // Reference: constants instead of the values of the request.
        let isConstant = call.profile.isReference
        let language = call.client.locale.map { String($0.prefix { $0 != "," && $0 != ";" }) }
        return [
            "iss": .string("https://securetoken.google.com/\(call.projectID)"), "aud": .string(function.url),
            "iat": .int(call.now.seconds), "exp": .int(call.now.seconds &+ lifetime),
            "event_id": .string(call.random.urlSafe(16)), "event_type": .string(event.rawValue),
            "user_agent": .string(
                isConstant ? "NotYetSupportedInFirebaseAuthEmulator" : call.client.userAgent ?? ""),
            "ip_address": .string(isConstant ? "127.0.0.1" : call.client.ip ?? "127.0.0.1"),
            "locale": .string(isConstant ? "en" : language ?? call.settings.project.defaultLocale),
        ]
    }

    /// - Parameter identity: Stands in for the account's entry of its provider.
    private static func userRecord(
        of account: Account, isNew: Bool, seeing identity: FederatedIdentity?, _ call: OperationContext
    ) throws -> JSON {
        var record: JSON = ["uid": .string(account.id.rawValue)]
        record["email"] = account.email.map(JSON.string)
        record["email_verified"] = account.emailVerified.map(JSON.bool)
        record["display_name"] = account.userProfile.displayName.map(JSON.string)
        record["photo_url"] = account.userProfile.photoURL.map(JSON.string)
        record["disabled"] = account.disabled.map(JSON.bool)
        record["phone_number"] = account.phoneNumber.map(JSON.string)
        let claims = try account.customAttributes.flatMap { $0.isEmpty ? nil : try JSON(parsing: $0, keys: .stored) }
        // Reference: an empty object where there are none (production.md section 8.2).
        record["custom_claims"] = claims ?? (call.profile.isReference ? .emptyObject : JSON?.none)
        record["tenant_id"] = call.tenant.map { .string($0.rawValue) }
        record["provider_data"] = .array(
            (account.providers ?? []).compactMap { provider in
                // Reference: the address and number of a new account are not entries yet.
                if isNew, call.profile.isReference, provider == .password || provider == .phone { return nil }
                let isSeen = identity != nil && identity?.providerID == provider.providerID
                return providerData(isSeen ? identity.map { .federated($0) } ?? provider : provider, of: account)
            })
        if let factors = account.secondFactors {
            record["multi_factor"] = ["enrolled_factors": .array(factors.compactMap(enrolledFactor))]
        }
        record["metadata"] = metadata(of: account)
        return record
    }

    private static func providerData(_ provider: Account.Provider, of account: Account) -> JSON {
        let identity = account.identity(of: provider)
        var data: JSON = ["provider_id": .string(provider.providerID)]
        data["display_name"] = identity[.displayName]
        data["photo_url"] = identity[.photoURL]
        data["email"] = identity[.email]
        data["uid"] = identity[.rawID]
        data["phone_number"] = identity[.phoneNumber]
        return data
    }

    private static func enrolledFactor(_ factor: SecondFactor) -> JSON? {
        guard let id = factor[.id] else { return nil }
        var enrolled: JSON = ["uid": id]
        enrolled["display_name"] = factor[.displayName]
        enrolled["enrollment_time"] = factor[.enrolledAt]
        enrolled["phone_number"] = factor[.phoneInfo]
        enrolled["factor_id"] = factor[.phoneInfo] == nil && factor.isTOTP ? "totp" : "phone"
        return enrolled
    }

    private static func metadata(of account: Account) -> JSON? {
        var metadata = JSON.emptyObject
        metadata["last_sign_in_time"] = account.lastLoginAt.flatMap(Int64.init).map(JSON.int)
        metadata["creation_time"] = account.createdAt.flatMap(Int64.init).map(JSON.int)
        return metadata == .emptyObject ? nil : metadata
    }
}
