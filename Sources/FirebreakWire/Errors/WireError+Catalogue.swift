// Every error of the API, in the order of their codes, each with what raises it. Codes without a further
// reference are those of accounts.md, tokens.md and email-actions.md.

extension WireError {
    /// Anonymous sign-up is off, or sign-up or deletion by users is (production.md section 8).
    package static let adminOnlyOperation = badRequest("ADMIN_ONLY_OPERATION")

    /// An API key that names no project, with `--unknown-keys reject` (production.md section 1).
    ///
    /// - Parameter service: Host name of the service that refuses it.
    package static func apiKeyInvalid(service: String = "identitytoolkit.googleapis.com") -> WireError {
        var error = WireError(
            code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT",
            detail: ["reason": "badRequest", "domain": "global"])
        error.details = [
            "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID",
            "domain": "googleapis.com", "metadata": ["service": .string(service)],
        ]
        return error
    }

    /// A blocking function did not answer in time, in production's words (production.md section 18).
    package static let functionDeadlineExceeded = badRequest(
        "BLOCKING_FUNCTION_ERROR_RESPONSE : Cloud function deadline exceeded.")

    /// The same in the reference's words.
    package static func functionDeadlineReference(url: String) -> WireError {
        blockingFunctionFailure("((Deadline exceeded making request to \(url).))", reason: "Deadline exceeded")
    }

    /// A blocking function refused, in production's words (production.md section 8).
    ///
    /// - Parameter body: What the function answered, as it is: SDKs parse it.
    package static func functionRefused(body: String) -> WireError {
        badRequest("BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: \(body)")
    }

    /// The same in the reference's words.
    package static func functionRefusedReference(url: String, status: Int, body: String) -> WireError {
        badRequest(
            "BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to \(url) returned HTTP error \(status): \(body)))")
    }

    /// A blocking function wants claims that are not allowed (production.md section 18).
    package static func functionClaims(_ explanation: String) -> WireError {
        let error: JSON = ["error": ["message": .string(explanation), "status": "INVALID_ARGUMENT"]]
        return functionRefused(body: error.text)
    }

    /// A blocking function's answer is no JSON.
    package static let functionAnswerNotJSON = blockingFunctionFailure(
        "((Response body is not valid JSON.))", reason: "Response body is not valid JSON.")

    /// A blocking function's answer has a user record without `updateMask`.
    package static let functionAnswerWithoutMask = badRequest(
        "BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))")

    /// A blocking function cannot be reached, in the reference's words.
    package static func functionUnreachable(url: String, reason: String) -> WireError {
        blockingFunctionFailure("((Failed to make request to \(url).))", reason: reason)
    }

    /// The reference answers 500 where a function, not the client, is at fault.
    private static func blockingFunctionFailure(_ explanation: String, reason: String) -> WireError {
        WireError(
            code: 500, message: "BLOCKING_FUNCTION_ERROR_RESPONSE : \(explanation)", status: "INTERNAL",
            detail: ["reason": reason])
    }

    /// A blocking function broke down: 429, 5xx, or nobody there (production.md section 18).
    package static let functionFailed = WireError(
        code: 503, message: "Error code: 47", status: "UNAVAILABLE",
        detail: ["reason": "backendError", "domain": "global"])

    /// Custom attributes of more than 1000 UTF-16 units.
    package static let claimsTooLarge = badRequest("CLAIMS_TOO_LARGE")

    // Configurations of identity providers (tenants-config.md B1).

    package static let configurationExists = badRequest("CONFIGURATION_EXISTS")
    package static let configurationNotFound = badRequest("CONFIGURATION_NOT_FOUND")

    /// Something that a configuration needs is missing or wrong, and has no code of its own.
    package static func invalidConfig(_ explanation: String) -> WireError {
        badRequest("INVALID_CONFIG : \(explanation)")
    }

    /// An ID without the collection's prefix, or with other characters than letters, digits, `.`, `_` and `-`.
    package static let invalidConfigID = badRequest("INVALID_CONFIG_ID")

    /// An issuer that is no https URL (production.md section 18).
    package static let invalidIssuer = badRequest("INVALID_ISSUER")
    package static let missingConfigID = badRequest("MISSING_CONFIG_ID")
    package static let missingIssuer = badRequest("MISSING_ISSUER")
    package static let missingOAuthClientID = badRequest("MISSING_OAUTH_CLIENT_ID")
    package static let missingSAMLRelyingParty = badRequest("MISSING_SAML_RELYING_PARTY_CONFIG")

    /// A second factor is to be enrolled long after the sign-in (production.md section 18).
    package static let credentialTooOld = badRequest("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")

    /// The same `localId` twice in an import without `allowOverwrite`.
    package static func duplicateLocalIDInImport(_ id: String) -> WireError { badRequest("DUPLICATE_LOCAL_ID : \(id)") }

    /// The same address twice in an import with `sanityCheck`, or (production) an address another account has.
    package static func duplicateEmail(_ email: String) -> WireError { badRequest("DUPLICATE_EMAIL : \(email)") }

    /// An admin creates an account with an ID that exists.
    package static let duplicateLocalID = badRequest("DUPLICATE_LOCAL_ID")

    /// Two second factors with one enrolment ID.
    package static let duplicateMFAEnrollmentID = badRequest("DUPLICATE_MFA_ENROLLMENT_ID")

    /// The same provider identity twice in an import with `sanityCheck`.
    package static func duplicateRawID(provider: String, rawID: String) -> WireError {
        badRequest("DUPLICATE_RAW_ID : Provider id(\(provider)), Raw id(\(rawID))")
    }

    /// `mobileLinksConfig` asks for Dynamic Links, which no project has any more (production.md section 4).
    package static let dynamicLinkNotActivated = badRequest("DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured")

    /// The address belongs to another account.
    package static let emailExists = badRequest("EMAIL_EXISTS")

    /// No account has the address, and enumeration protection is off.
    package static let emailNotFound = badRequest("EMAIL_NOT_FOUND")

    /// Hash options without the key that the algorithm needs (production.md section 16.2).
    package static let emptyHashKey = badRequest("EMPTY_HASH_KEY")

    /// The code timed out (rule `expiry`).
    package static let expiredOobCode = badRequest("EXPIRED_OOB_CODE")

    /// The provider identity belongs to another account (production.md section 9).
    package static let federatedUserIDAlreadyLinked = badRequest("FEDERATED_USER_ID_ALREADY_LINKED")

    /// A reserved claim name in custom attributes or custom-token claims.
    package static func forbiddenClaim(_ name: String) -> WireError { badRequest("FORBIDDEN_CLAIM : \(name)") }

    /// A page of a foreign origin with an admin's credential (rule `adminOrigins`).
    package static let adminOriginNotAllowed = WireError(
        code: 403, message: "ORIGIN_NOT_ALLOWED : Pages of this origin may not act as an admin.",
        status: "PERMISSION_DENIED", detail: ["reason": "forbidden", "domain": "global"])

    /// An endpoint for tests, called from another machine where there is an admin token.
    package static let adminTokenRequired = WireError(
        code: 401, message: "ADMIN_TOKEN_REQUIRED : Other machines must present the admin token.",
        status: "UNAUTHENTICATED", detail: ["reason": "required", "domain": "global"])

    /// A foreign `Host` at the control API (product.md section 4).
    package static let hostNotAllowed = WireError(
        code: 403, message: "HOST_NOT_ALLOWED : The control API answers only to the names this server is known by.",
        status: "PERMISSION_DENIED", detail: ["reason": "forbidden", "domain": "global"])

    /// A request naming a project needs an OAuth credential, and `returnOobLink` does too.
    package static let insufficientPermission = badRequest("INSUFFICIENT_PERMISSION")

    /// As above, with the words used where a project is named.
    package static let insufficientPermissionForProject = badRequest(
        "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")

    /// An entry of `authorizedDomains` is empty (production.md section 2).
    package static let emptyAuthorizedDomain = badRequest("INVALID_AUTHORIZED_DOMAIN : An authorized domain is empty.")

    /// An entry of `authorizedDomains` is not a bare host name (production.md section 2).
    package static func invalidAuthorizedDomain(_ entry: String) -> WireError {
        badRequest("INVALID_AUTHORIZED_DOMAIN : \(entry) should only contain the valid domain.")
    }

    /// Parameters of Argon2 out of range, or missing (production.md section 16.2).
    package static let invalidArgon2HashType = badRequest("INVALID_ARGON2_HASH_TYPE")
    package static let invalidArgon2Iterations = badRequest("INVALID_ARGON2_ITERATIONS")
    package static let invalidArgon2MemoryCost = badRequest("INVALID_ARGON2_MEMORY_COST")
    package static let invalidArgon2Parallelism = badRequest("INVALID_ARGON2_PARALLELISM")

    /// An unknown trigger name in `blockingFunctions`.
    package static let invalidBlockingFunctionType = badRequest(
        "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))")

    /// A trigger without an absolute URL.
    package static let invalidBlockingFunctionURI = badRequest(
        "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))")

    /// `adjacentIntervals` outside 0 through 10 (production.md section 18).
    package static let invalidAdjacentIntervalRange = badRequest("INVALID_ADJACENT_INTERVAL_RANGE")

    /// Scores of SMS are to be used, but reCAPTCHA is off for phones (production.md section 18).
    package static let invalidRecaptchaPhoneConfiguration = badRequest(
        "INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION : SMS scores need reCAPTCHA for phones.")

    /// A reCAPTCHA key is not called `projects/…/keys/…` (production.md section 18).
    package static let invalidSiteKey = badRequest("INVALID_SITE_KEY")

    /// More than ten test numbers (tenants-config.md B6).
    package static let invalidTestingPhoneNumber = badRequest(
        "INVALID_TESTING_PHONE_NUMBER : There can be ten test numbers at most.")

    /// A member that the method needs is missing, in the reference's words.
    package static func missingMember(_ name: String) -> WireError {
        badRequest("INVALID_ARGUMENT : ((Missing \(name).))")
    }

    /// The same in production's words (production.md section 12).
    package static let requestArgumentInvalid = WireError(
        code: 400, message: "Request contains an invalid argument.", status: "INVALID_ARGUMENT",
        detail: ["reason": "badRequest", "domain": "global"])

    /// A second factor of a kind that the reference does not know.
    package static let factorNotSupported = badRequest("INVALID_ARGUMENT : MFA provider not supported!")

    /// Custom attributes or claims that are not a JSON object.
    package static let invalidClaims = badRequest("INVALID_CLAIMS")

    /// The same with production's explanation (production.md section 9).
    package static func invalidClaims(notObject text: String) -> WireError {
        badRequest("INVALID_CLAIMS : Not a JSON Object: \(text)")
    }

    /// A code that was sent by SMS, or a one-time password, is not this one.
    package static let invalidCode = badRequest("INVALID_CODE")

    /// A passkey's response without the credential's ID, or one that cannot be verified.
    package static let invalidCredentialID = badRequest("INVALID_CREDENTIAL_ID")

    /// What an authenticator answered does not hold (WebAuthn level 2, sections 7.1 and 7.2).
    package static func invalidAuthenticatorResponse(_ explanation: String) -> WireError {
        badRequest("INVALID_AUTHENTICATOR_RESPONSE : \(explanation)")
    }

    /// Hash options: an algorithm that there is not, or parameters of one out of range (production.md section 16.2).
    package static let invalidHashAlgorithm = badRequest("INVALID_HASH_ALGORITHM")
    package static let invalidHashMemoryCosts = badRequest("INVALID_HASH_MEMORY_COSTS")
    package static let invalidHashParameter = badRequest("INVALID_HASH_PARAMETER")
    package static let invalidHashRounds = badRequest("INVALID_HASH_ROUNDS")

    /// No provider is named, or its credential is not enough to know a person by (production.md section 10).
    package static func invalidCredentialOrProviderID(_ url: String) -> WireError {
        badRequest("INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: \(url)")
    }

    /// `continueUri` of createAuthUri is not an absolute URL.
    package static let invalidContinueURI = badRequest("INVALID_CONTINUE_URI")

    /// `continueUrl` of sendOobCode is not an absolute URL, the reference's words.
    package static let invalidContinueURLReference = badRequest(
        "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))")

    /// The same in production's words (production.md section 2).
    package static let missingDomainInContinueURL = badRequest(
        "INVALID_CONTINUE_URI : Missing domain in continue url")

    /// A provider flow would return to a domain that is not authorized (production.md section 2).
    package static func invalidOAuthContinueURI(provider: String) -> WireError {
        badRequest("INVALID_CONTINUE_URI : Invalid OAuth request for \(provider)")
    }

    /// Text that starts like JSON but is not, given as a custom token.
    package static let invalidCustomTokenJSON = badRequest(
        "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))")

    /// Neither JSON nor a token.
    package static let invalidCustomTokenFormat = badRequest("INVALID_CUSTOM_TOKEN : Invalid assertion format")

    /// The same in production's words (production.md section 6.4).
    package static let invalidCustomTokenSegments = badRequest(
        "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.")

    /// A custom token without a signature, where one is wanted (production.md section 6.4).
    package static let customTokenWithoutSignature = badRequest("INVALID_CUSTOM_TOKEN : Missing signature.")

    /// A custom token with a wrong signature, audience, issuer or time (production.md section 6.4).
    package static let customTokenInvalid = badRequest("INVALID_CUSTOM_TOKEN")

    /// A custom token signed by nobody whom the project knows (production.md section 6.4).
    package static let credentialMismatch = badRequest("CREDENTIAL_MISMATCH")

    /// A custom token made for another audience.
    package static func invalidCustomTokenAudience(_ audience: String) -> WireError {
        badRequest(
            "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): \(audience) Note: Firebase ID Tokens / third-party tokens "
                + "cannot be used with signInWithCustomToken.))")
    }

    /// A session cookie's duration outside 300 through 1,209,600 seconds.
    package static let invalidDuration = badRequest("INVALID_DURATION")

    /// The address is not `something@something`.
    package static let invalidEmail = badRequest("INVALID_EMAIL")

    /// A sign-in link used with another address than it was sent to; the code stays valid.
    package static let invalidEmailForLink = badRequest(
        "INVALID_EMAIL : The email provided does not match the sign-in email address.")

    /// Secure token: another grant type than `refresh_token`.
    package static let invalidGrantType = badRequest("INVALID_GRANT_TYPE")

    /// `linkDomain` is not one of the rule `hostingDomains` (production.md section 4).
    package static let invalidHostingLinkDomain = badRequest(
        "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase Hosting or is not "
            + "owned by the current project. This cannot be a default hosting domain (web.app or firebaseapp.com).")

    /// createAuthUri's identifier is not an address, or an identity that is linked has an ID or address too long for one.
    package static let invalidIdentifier = badRequest("INVALID_IDENTIFIER")

    /// A custom token's uid is empty or over 128 characters (production.md section 6.4), or the ID that an admin gives a
    /// new account is (section 15; the service itself takes longer ones of admins, the SDKs do not: section 9).
    package static let invalidUserIDLength = badRequest(
        "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128.")

    /// The text is no ID token, or one that has expired or belongs to another project.
    package static let invalidIDToken = badRequest("INVALID_ID_TOKEN")

    // What is wrong with an identity provider's credential (idp.md 1.4; production.md sections 10 and 18).

    /// A text that starts like JSON and is none.
    package static func unparsableIDToken(_ text: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : Unable to parse id_token: \(text) "
                + "((Auth Emulator failed to parse fake id_token as strict JSON.))")
    }

    /// Neither JSON nor a token.
    package static func fakeIDTokenNotAccepted(_ text: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : Unable to parse id_token: \(text) "
                + "((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))")
    }

    package static let idTokenWithoutSubject = badRequest(
        "INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. "
            + "((Missing \"sub\" field. This field is required and must be a unique identifier.))")
    package static let idTokenSubjectNotText = badRequest(
        "INVALID_IDP_RESPONSE : ((The \"sub\" field must be a string.))")

    /// A SAML response without something that it needs; the space instead of a colon is the reference's.
    package static func samlWithout(_ name: String) -> WireError {
        badRequest("INVALID_IDP_RESPONSE ((Missing \(name) in SAMLResponse.))")
    }

    package static let samlResponseNotJSON = badRequest(
        "INVALID_IDP_RESPONSE : Unable to parse SAMLResponse ((Auth Emulator only accepts strict JSON as fake "
            + "SAMLResponse.))")

    /// The same where a real response is taken as well, in XML and Base64.
    package static let samlResponseUnreadable = badRequest("INVALID_IDP_RESPONSE : Unable to parse SAMLResponse")

    package static func samlStatus(_ status: String) -> WireError {
        badRequest("INVALID_IDP_RESPONSE : SAMLResponse status code not SUCCESS, instead it is: \(status)")
    }

    package static func samlDestination(_ destination: String, expected: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : SAMLResponse destination \(destination) does not match RP callback URL "
                + "\(expected).")
    }

    package static func samlIssuer(_ issuer: String, expected: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : Assertion has Issuer \(issuer) which is different from expected Issuer "
                + "\(expected).")
    }

    package static func samlAudience(expected: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : All <AudienceRestriction>s should contain the SAML RP entity ID: '\(expected)'.")
    }

    package static func samlNotYetValid(now: String, start: String) -> WireError {
        badRequest("INVALID_IDP_RESPONSE : Current instant, \(now), is before NotBefore attribute, \(start)")
    }

    package static func samlExpired(now: String, end: String) -> WireError {
        badRequest("INVALID_IDP_RESPONSE : Current instant, \(now), is on or after NotOnOrAfter attribute, \(end)")
    }

    package static let samlWithoutRequest = badRequest(
        "INVALID_IDP_RESPONSE : InResponseTo attribute must be present in both Response and SubjectConfirmationData.")
    package static let samlOtherRequest = badRequest(
        "INVALID_IDP_RESPONSE : InResponseTo in both Response and SubjectConfirmationData must match the request ID.")

    /// The same in production's words: neither JSON nor a token.
    package static func unparsable(idToken text: String, of provider: String) -> WireError {
        badRequest(
            provider == "google.com"
                ? "INVALID_IDP_RESPONSE : Unable to parse Google id_token: \(text)"
                : "INVALID_IDP_RESPONSE : Unable to parse the ID Token.")
    }

    /// A SAML response without a signature, where signatures count.
    package static let samlSignatureMissing = badRequest(
        "INVALID_IDP_RESPONSE : Missing signature in Assertion and Response enclosing it (if present).")

    /// A SAML response with one.
    package static let samlSignatureInvalid = badRequest(
        "INVALID_IDP_RESPONSE : Failed to verify the signature in SAMLResponse")

    /// There are no keys for the provider.
    package static let issuerUnreachable = badRequest(
        "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.")
    package static let idTokenSignatureInvalid = badRequest(
        "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")

    /// A past `exp` or a future `iat`.
    package static func idTokenStale(issuedAt: Int64) -> WireError {
        badRequest("INVALID_IDP_RESPONSE : ID Token issued at \(issuedAt) is stale to sign-in.")
    }

    package static func idTokenIssuerMismatch(_ issuer: String, expected: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : The issuer in ID Token \(issuer) does not match the expected one in config: "
                + "\(expected).")
    }

    package static func idTokenAudienceMismatch(_ audience: String, expected: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : The audience in ID Token [\(audience)] does not match the expected audience "
                + "\(expected).")
    }

    package static func googleAudienceNotAuthorized(_ audience: String, projectNumber: String) -> WireError {
        badRequest(
            "INVALID_IDP_RESPONSE : Invalid Idp Response: the Google id_token is not allowed to be used with this "
                + "application. Its audience (OAuth 2.0 client ID) is \(audience), which is not authorized to be used "
                + "in the project with project_number: \(projectNumber).")
    }

    package static func idTokenWithoutIdentity(_ payload: String) -> WireError {
        badRequest("INVALID_IDP_RESPONSE : ID Token does not contain user's identity in 'sub' claim: \(payload)")
    }

    /// The person's ID or address is longer than those that accounts are found by.
    ///
    /// - Parameter name: Which of both.
    package static func idpValueTooLong(_ name: String) -> WireError {
        badRequest("INVALID_IDP_RESPONSE : The user's \(name) in the IdP response is too long.")
    }

    /// The answer of createAuthUri's page came back to another session.
    package static let idpSessionMismatch = badRequest(
        "INVALID_IDP_RESPONSE : The state in the request does not belong to the session ID.")

    /// Unknown address, wrong password or no password, with enumeration protection on.
    package static let invalidLoginCredentials = badRequest("INVALID_LOGIN_CREDENTIALS")

    /// A second factor without an enrolment ID in an update.
    package static let invalidMFAEnrollmentID = badRequest(
        "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.")

    /// A second factor that the account does not have, at the end of a sign-in (production.md section 12).
    package static let unknownEnrollmentID = badRequest("INVALID_MFA_ENROLLMENT_ID")

    /// A first factor that waited too long, or whose account ended its sessions (production.md section 12).
    package static let pendingCredentialExpired = badRequest(
        "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired.")

    /// A second factor whose number does not start with `+`.
    package static let invalidMFAPhoneNumber = badRequest("INVALID_MFA_PHONE_NUMBER : Invalid format.")

    /// `newEmail` is not an address (production.md section 3.1).
    package static let invalidNewEmail = badRequest("INVALID_NEW_EMAIL")

    /// The code is unknown, used, superseded, of another type, or its account is gone.
    package static let invalidOobCode = badRequest("INVALID_OOB_CODE")

    /// Wrong password, or an account without one; enumeration protection off.
    package static let invalidPassword = badRequest("INVALID_PASSWORD")

    /// A pending token or pending credential that is none of ours or has expired (production.md section 12, idp.md 6).
    package static let invalidPendingToken = badRequest("INVALID_PENDING_TOKEN")

    /// A password policy that there cannot be.
    package static func invalidPasswordPolicy(_ explanation: String) -> WireError {
        badRequest("INVALID_PASSWORD_POLICY : \(explanation)")
    }

    /// A number that does not start with `+`.
    package static let invalidPhoneNumber = badRequest("INVALID_PHONE_NUMBER : Invalid format.")

    /// A pending credential of another project or tenant, in the reference's words.
    package static let pendingCredentialOfOtherProject = badRequest(
        "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.")

    /// A project ID that is too long (over 128 bytes), or whose tenants may not be managed.
    package static let invalidProjectID = badRequest("INVALID_PROJECT_ID")

    /// An admin links provider `password` (production.md section 9).
    package static let invalidProviderID = badRequest("INVALID_PROVIDER_ID")

    /// A display name of more than 256 UTF-16 units (production.md section 9).
    package static let displayNameTooLong = badRequest("INVALID_PROFILE_ATTRIBUTE : Display name too long.")

    /// beforeSendEmail or beforeSendSms says that the message is not to be sent (production.md section 13).
    package static let invalidRecaptchaToken = badRequest("INVALID_RECAPTCHA_TOKEN")

    /// The refresh token is none of ours, or its account is gone (in profile `emulator`).
    package static let invalidRefreshToken = badRequest("INVALID_REFRESH_TOKEN")

    /// `smsRegionConfig` names a region that there is not (production.md section 11).
    package static let invalidRegionCode = badRequest("INVALID_REGION_CODE : Invalid region code.")

    /// `requestUri` is not an absolute URL.
    package static let invalidRequestURI = badRequest("INVALID_REQUEST_URI")

    /// No verification has this session, or its code was used.
    package static let invalidSessionInfo = badRequest("INVALID_SESSION_INFO")

    /// The proof is unknown, has expired, or is one for another number.
    package static let invalidTemporaryProof = badRequest("INVALID_TEMPORARY_PROOF")

    /// accounts:update by a client with neither `idToken` nor `oobCode`.
    package static let unsupportedRequestParameters = badRequest("INVALID_REQ_TYPE : Unsupported request parameters.")

    /// sendOobCode with `OOB_REQ_TYPE_UNSPECIFIED` (production.md section 3.1).
    package static let invalidReqType = badRequest("INVALID_REQ_TYPE")

    /// An IAM policy that somebody else changed since it was read: the request's `etag` is not the stored one's.
    package static let concurrentPolicyChange = WireError(
        code: 409,
        message:
            "There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.",
        status: "ABORTED", detail: ["reason": "aborted", "domain": "global"])

    /// What Game Center is said to have stated lacks something or is signed by somebody else.
    package static func invalidGameCenterResponse(_ problem: String) -> WireError {
        badRequest("INVALID_IDP_RESPONSE : \(problem)")
    }

    /// No relying party is named for which a SAML response would be made.
    package static let missingRelyingParty = badRequest("MISSING_IDENTIFIER : rp_id is required.")

    /// A rule, clock or outbox parameter of the control API has a value that it cannot have.
    package static func invalidArgument(_ explanation: String) -> WireError {
        WireError(
            code: 400, message: "INVALID_ARGUMENT : \(explanation)", status: "INVALID_ARGUMENT",
            detail: ["reason": "invalid", "domain": "global"])
    }

    /// The tenant does not exist (profiles `local` and `production`).
    package static let invalidTenantID = badRequest("INVALID_TENANT_ID")

    /// batchDelete with no or more than 1000 IDs; a look-up of more than 100 accounts, for which no code is recorded
    /// (production.md section 15).
    package static let localIDListExceedsLimit = badRequest("LOCAL_ID_LIST_EXCEEDS_LIMIT")

    /// An import of more than 1000 accounts. SDKs have this word for it and refuse it themselves; the service took 1001, and
    /// what it says of too many is not recorded (production.md section 15).
    package static let maximumUserCountExceeded = badRequest(
        "MAXIMUM_USER_COUNT_EXCEEDED : Maximum number of users exceeded")

    /// One-time passwords are enrolled already with this session (production.md section 18).
    package static let enrollmentAlreadyComplete = badRequest("MFA_ENROLLMENT_ALREADY_COMPLETE")

    /// The account does not have this second factor.
    package static let enrollmentNotFound = badRequest("MFA_ENROLLMENT_NOT_FOUND")

    package static let missingAuthenticatorResponse = badRequest("MISSING_AUTHENTICATOR_RESPONSE")

    /// reCAPTCHA's configuration is asked for without saying for which kind of client, or of which version.
    package static let missingClientType = badRequest("MISSING_CLIENT_TYPE")
    package static let missingRecaptchaVersion = badRequest("MISSING_RECAPTCHA_VERSION")

    /// reCAPTCHA is enforced (production.md section 13).
    package static let missingRecaptchaToken = badRequest("MISSING_RECAPTCHA_TOKEN")

    package static let missingCode = badRequest("MISSING_CODE")

    /// The end of a sign-in with a second factor, without the first one.
    package static let missingCredential = badRequest("MISSING_CREDENTIAL : Please set MFA Pending Credential.")

    package static let missingContinueURI = badRequest("MISSING_CONTINUE_URI")
    package static let missingCustomToken = badRequest("MISSING_CUSTOM_TOKEN")

    /// A tenant without a valid display name (production.md section 18).
    package static let missingDisplayName = badRequest("MISSING_DISPLAY_NAME : Missing tenant with valid display_name.")

    /// One-time passwords without a name (production.md section 12).
    package static let missingFactorDisplayName = badRequest("MISSING_DISPLAY_NAME : display name cannot be empty")

    package static let missingEmail = badRequest("MISSING_EMAIL")
    package static let missingGrantType = badRequest("MISSING_GRANT_TYPE")
    package static let missingIDToken = badRequest("MISSING_ID_TOKEN")
    package static let missingIdentifier = badRequest("MISSING_IDENTIFIER")

    /// An admin links a provider without both IDs (production.md section 9).
    package static let missingProviderLinkIDs = badRequest(
        "MISSING_IDENTIFIER : providerId & rawId are both required for provider linking")

    /// A proof for an iOS app that does not say which app it is.
    package static let missingIOSBundleID = badRequest("MISSING_IOS_BUNDLE_ID")

    /// The hand-shake with an iOS app without the token that the app has for push notifications.
    package static let missingIOSAppToken = badRequest("MISSING_IOS_APP_TOKEN")
    package static let missingLocalID = badRequest("MISSING_LOCAL_ID")
    /// The code for a second factor is asked for without saying which one.
    package static let missingEnrollmentID = badRequest(
        "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.")

    /// The code for a second factor is asked for without the first one.
    package static let missingPendingCredential = badRequest(
        "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.")

    package static let missingNewEmail = badRequest("MISSING_NEW_EMAIL")
    package static let missingOobCode = badRequest("MISSING_OOB_CODE")
    // Whether an ID token was made for this request (production.md sections 10 and 18).

    package static let missingNonce = badRequest("MISSING_OR_INVALID_NONCE : Nonce is missing in the request.")

    package static func nonceMismatch(_ nonce: String, raw: String) -> WireError {
        badRequest(
            "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\(nonce)\" does not match the SHA256 hash of the raw "
                + "nonce \"\(raw)\" in the request.")
    }

    package static let duplicateCredential = badRequest(
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential.")

    package static let missingPassword = badRequest("MISSING_PASSWORD")
    package static let missingPhoneNumber = badRequest("MISSING_PHONE_NUMBER")
    package static let missingProviderID = badRequest("MISSING_PROVIDER_ID")
    package static let missingRawID = badRequest("MISSING_RAW_ID")
    package static let missingRefreshToken = badRequest("MISSING_REFRESH_TOKEN")
    package static let missingRequestURI = badRequest("MISSING_REQUEST_URI")
    package static let missingSessionInfo = badRequest("MISSING_SESSION_INFO")
    package static let missingReqType = badRequest("MISSING_REQ_TYPE")

    /// An import without users.
    package static let missingUserAccount = badRequest("MISSING_USER_ACCOUNT")

    /// Sign-in by e-mail link, or sign-up with a password, is switched off.
    package static let operationNotAllowed = badRequest("OPERATION_NOT_ALLOWED")

    /// Rule `providers` wants a configuration that the provider does not have (production.md section 8).
    package static let providerNotConfigured = badRequest(
        "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")

    /// Rule `providers` wants a configuration of Apple that is not there (production.md section 10.1).
    package static let codeFlowNotEnabled = badRequest("OPERATION_NOT_ALLOWED : Code flow is not enabled for Apple")

    /// Rule `providers` wants a configuration, and the provider's is switched off (production.md section 8).
    package static let providerDisabled = badRequest(
        "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled.")

    /// Codes by SMS are no second factor here.
    package static let smsSecondFactorNotEnabled = badRequest("OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")

    /// One-time passwords are no second factor here (production.md section 12).
    package static let totpNotEnabled = badRequest("OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")

    /// No SMS go to the number's region (production.md section 11).
    package static let smsRegionNotEnabled = badRequest(
        "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer.")

    /// A user changes the address directly while enumeration protection is on (production.md section 5).
    package static let emailChangeNeedsVerification = badRequest(
        "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.")

    /// A new password that the policy does not allow (production.md section 7).
    package static func passwordLacks(_ requirements: [String]) -> WireError {
        badRequest(
            "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "
                + "[\(requirements.joined(separator: ", "))]")
    }

    /// A password over 4096 UTF-16 units (production.md section 7).
    package static let passwordTooLong = badRequest(
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password cannot be longer than 4096 characters")

    /// No account has the passkey.
    package static let passkeyNotFound = badRequest("PASSKEY_CREDENTIAL_NOT_FOUND")

    /// An account has the passkey already.
    package static let passkeyInUse = badRequest("CREDENTIAL_ALREADY_IN_USE")

    /// Sign-in with a password is switched off.
    package static let passwordLoginDisabled = badRequest("PASSWORD_LOGIN_DISABLED")

    /// The number belongs to another account.
    package static let phoneNumberExists = badRequest("PHONE_NUMBER_EXISTS")

    /// The account has an identity of this provider already (production.md section 18).
    package static let providerAlreadyLinked = badRequest("PROVIDER_ALREADY_LINKED")

    /// Too many wrong codes for one SMS (production.md section 18).
    package static let quotaExceeded = badRequest("QUOTA_EXCEEDED")

    /// The number is a second factor of this account already.
    package static let secondFactorExists = badRequest(
        "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.")

    /// The account has as many second factors as it may have (production.md section 18).
    package static let secondFactorLimitExceeded = badRequest("SECOND_FACTOR_LIMIT_EXCEEDED")

    /// The account has one-time passwords already (production.md section 12).
    package static let totpLimitExceeded = badRequest(
        "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account.")

    /// The code was not given in time.
    package static let sessionExpired = badRequest("SESSION_EXPIRED")

    /// The tenant's `disableAuth` is on, in the reference's words.
    package static let projectDisabled = badRequest("PROJECT_DISABLED")

    /// The tenant was deleted (production.md section 18).
    package static let tenantDeleted = badRequest("TENANT_DELETED")

    /// The tenant's `disableAuth` is on (production.md section 18).
    package static let tenantDisabled = badRequest("TENANT_DISABLED")

    /// Path, body and token name different tenants.
    package static let tenantIDMismatch = badRequest("TENANT_ID_MISMATCH")

    /// The same in production's words (production.md section 18).
    package static let tenantIDMismatchInIDToken = badRequest(
        "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token.")

    /// A custom token for another tenant, in production's words (production.md section 18).
    package static let tenantIDMismatchInCustomToken = badRequest(
        "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token.")

    /// A custom token without tenant, used in one: what production answers (production.md section 18).
    package static let customTokenWithoutTenant = WireError(
        code: 500, message: "Internal error encountered.", status: "INTERNAL",
        detail: ["reason": "backendError", "domain": "global"])

    /// The same for a refresh token.
    package static let refreshTokenTenantMismatch = badRequest(
        "TENANT_ID_MISMATCH: ((Refresh token tenant ID does not match target tenant ID.))")

    /// A tenant's ID token used with the project itself; normally `TENANT_ID_MISMATCH` comes first.
    package static let tenantTokenInProject = badRequest(
        "((Parsed token that belongs to tenant in a non-tenant project.))")

    /// Project configuration patched with a `tenantId`.
    package static let configOnlyOnProjects = badRequest(
        "((Can only update top-level configurations on agent projects.))")

    /// A tenant read without its ID.
    package static let tenantOnlyOnTenants = badRequest("((Can only get tenant on tenant projects.))")

    /// A text that is no pending credential, in the reference's words.
    package static let invalidPendingCredentialReference = badRequest(
        "((Invalid phoneVerificationInfo.mfaPendingCredential.))")

    /// A pending credential whose account is gone, in the reference's words.
    package static let pendingCredentialWithoutUser = badRequest("((User in pendingCredentialPayload does not exist.))")

    /// A tenant created inside a tenant.
    package static let tenantInTenant = WireError(
        code: 500, message: "INTERNAL_ERROR : Can only create tenant in agent project", status: "INTERNAL",
        detail: ["reason": "INTERNAL_ERROR : Can only create tenant in agent project"])

    /// More accounts than `quota.signUpQuotaConfig` allows (production.md section 15).
    package static let tooManyAttempts = badRequest("TOO_MANY_ATTEMPTS_TRY_LATER")

    /// Three wrong one-time passwords at enrolment (production.md section 18).
    package static let tooManyEnrollmentAttempts = badRequest("TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment")

    /// A one-time password came too late after the first factor (production.md section 18).
    package static let totpChallengeTimeout = badRequest(
        "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again.")

    /// The session was ended: password or address changed, or an admin revoked it.
    package static let tokenExpired = badRequest("TOKEN_EXPIRED")

    /// `continueUrl` leads to a domain that is not in `authorizedDomains` (production.md section 2).
    package static let unauthorizedDomain = badRequest("UNAUTHORIZED_DOMAIN : Domain not allowlisted by project")

    /// A user gives `linkProviderUserInfo` (production.md section 1).
    package static let linkProviderNotAllowed = badRequest(
        "UNEXPECTED_PARAMETER : link_provider_user_info is not allowed with ID token.")

    /// A client names the ID of the account to create.
    package static let unexpectedUserID = badRequest("UNEXPECTED_PARAMETER : User ID")

    /// A number cannot be the first factor of a user who has second ones.
    package static let phoneOfSecondFactorUser = badRequest(
        "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.")

    /// An admin adds one-time passwords, whose secret nobody knows (production.md section 12).
    package static let unsupportedSecondFactor = badRequest(
        "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment")

    /// Second factors are not for this way of signing in.
    package static let secondFactorNotAvailable = badRequest(
        "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")

    /// Tenants have no sign-in by phone.
    package static let unsupportedTenantOperation = badRequest("UNSUPPORTED_TENANT_OPERATION")

    /// A second factor needs a verified address first.
    package static let unverifiedEmail = badRequest(
        "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")

    package static let userDisabled = badRequest("USER_DISABLED")
    package static let userNotFound = badRequest("USER_NOT_FOUND")

    /// A password under six UTF-16 units.
    package static let weakPassword = badRequest("WEAK_PASSWORD : Password should be at least 6 characters")

    /// An empty new password (production.md section 3.4).
    package static let emptyPassword = badRequest("WEAK_PASSWORD")
}

// MARK: - The wire itself (wire.md sections 5, 7 and 8)

extension WireError {
    /// No credential at all.
    package static let missingAPIKey = WireError(
        code: 403, message: "The request is missing a valid API key.", status: "PERMISSION_DENIED",
        detail: ["reason": "forbidden", "domain": "global"])

    /// The same in production's words (production.md section 1).
    package static let unregisteredCaller = WireError(
        code: 403,
        message: "Method doesn't allow unregistered callers (callers without established identity). Please use API Key "
            + "or other form of API consumer identity to call this API.",
        status: "PERMISSION_DENIED", detail: ["reason": "forbidden", "domain": "global"])

    /// A Bearer token other than `owner` and `ya29.…`.
    package static let invalidCredentials = WireError(
        code: 401,
        message: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other "
            + "valid authentication credential. See "
            + "https://developers.google.com/identity/sign-in/web/devconsole-project.",
        status: "UNAUTHENTICATED",
        detail: [
            "domain": "global", "reason": "authError", "location": "Authorization", "locationType": "header",
        ],
        detailMessage: "Invalid Credentials")

    /// The control API without or with a wrong `--control-token`.
    package static let controlTokenRequired = WireError(
        code: 401, message: "UNAUTHENTICATED : The control API of this server needs its control token.",
        status: "UNAUTHENTICATED", detail: ["reason": "required", "domain": "global"])

    /// production.md section 1: createSessionCookie with an API key only.
    package static let apiKeyNotSupported = WireError(
        code: 401,
        message: "API keys are not supported by this API. Expected OAuth2 access token or other authentication "
            + "credentials that assert a principal. See https://cloud.google.com/docs/authentication",
        status: "UNAUTHENTICATED",
        detail: [
            "domain": "global", "reason": "required", "location": "Authorization", "locationType": "header",
        ],
        detailMessage: "Login Required.")

    package static let notFound = WireError(
        code: 404, message: "Not Found", status: "NOT_FOUND", detail: ["reason": "notFound"])

    /// A thing of the control API that is not there: message, project, key.
    package static func notFound(_ what: String) -> WireError {
        WireError(code: 404, message: "NOT_FOUND : \(what)", status: "NOT_FOUND", detail: ["reason": "notFound"])
    }

    /// Something of the control API that is to be made is there already.
    package static func alreadyExists(_ what: String) -> WireError {
        WireError(
            code: 409, message: "ALREADY_EXISTS : \(what)", status: "ALREADY_EXISTS",
            detail: ["reason": "conflict", "domain": "global"])
    }

    /// Something has to be done first.
    package static func failedPrecondition(_ what: String) -> WireError {
        WireError(
            code: 400, message: "FAILED_PRECONDITION : \(what)", status: "FAILED_PRECONDITION",
            detail: ["reason": "failedPrecondition", "domain": "global"])
    }

    /// A method that exists and is not built yet, or an input the reference leaves out.
    package static func notImplemented(_ message: String) -> WireError {
        WireError(code: 501, message: message, status: "NOT_IMPLEMENTED", detail: ["reason": "unimplemented"])
    }

    /// Android's proof that it read an SMS by itself.
    package static let androidProofUnsupported = notImplemented("androidVerificationProof is unsupported!")

    package static func invalidContentType(_ type: String) -> WireError {
        WireError(code: 400, message: "Invalid content-type: \(type)", detail: ["reason": "unknown"])
    }

    package static func invalidJSON(_ explanation: String) -> WireError {
        WireError(
            code: 400, message: "Invalid JSON payload received. \(explanation)", status: "INVALID_ARGUMENT",
            detail: ["domain": "global", "reason": "parseError"])
    }

    /// Two members of which a message can have only one; the names are protobuf's.
    package static func conflictingMembers(_ path: String, _ group: String, _ name: String) -> WireError {
        WireError(
            code: 400,
            message: "Invalid value at '\(path)' (oneof), oneof field '\(group)' is already set. Cannot set '\(name)'",
            status: "INVALID_ARGUMENT", detail: ["reason": "invalid"])
    }

    /// How a ``SchemaViolation`` is worded.
    package enum Wording: Sendable { case reference, production }

    /// A request that is JSON but not of the declared shape.
    package static func schemaViolation(_ violation: SchemaViolation, wording: Wording) -> WireError {
        // The reference looks into no byte string, so that all profiles have production's words for that.
        switch violation.problem == .notBase64 ? .production : wording {
        case .reference:
            return WireError(
                code: 400, message: "Invalid JSON payload received. \(violation.pointer) \(violation.phrase)",
                status: "INVALID_ARGUMENT", detail: ["reason": "invalid", "domain": "global"])
        case .production:
            let message = violation.productionMessage
            var error = WireError(
                code: 400, message: message, status: "INVALID_ARGUMENT", detail: ["reason": "invalid"])
            error.details = [
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": [["field": .string(violation.fieldPath), "description": .string(message)]],
            ]
            return error
        }
    }

    /// Nobody saw this coming; the log has it in full.
    package static let internalError = WireError(
        code: 500, message: "INTERNAL_ERROR", status: "INTERNAL", detail: ["reason": "internal", "domain": "global"])

    /// The server shuts down while a request waits.
    package static let shuttingDown = WireError(
        code: 503, message: "UNAVAILABLE : The server is shutting down.", status: "UNAVAILABLE",
        detail: ["reason": "backendError", "domain": "global"])

    /// The storage refused: disk full, file unreadable.
    package static func storageUnavailable(_ sentence: String) -> WireError {
        WireError(
            code: 503, message: "UNAVAILABLE : \(sentence)", status: "UNAVAILABLE",
            detail: ["reason": "backendError", "domain": "global"])
    }

    /// More is asked of the server at once than its memory is to hold.
    package static let tooMuchAtOnce = WireError(
        code: 503, message: "UNAVAILABLE : Other requests take all the memory that requests may; try again.",
        status: "UNAVAILABLE", detail: ["reason": "backendError", "domain": "global"])
}

extension SchemaViolation {
    /// In production's words (production.md section 1).
    fileprivate var productionMessage: String {
        switch problem {
        case .unknownName:
            "Invalid JSON payload received. Unknown name \"\(value)\" at '\(fieldPath)': Cannot find field."
        case _ where path.isEmpty:
            "Invalid JSON payload received. Unknown name \"\": Root element must be a message."
        case .notBase64:
            "Invalid value at '\(fieldPath)' (\(protobufType)), Base64 decoding failed for \"\(value)\""
        case .type, .notInEnumeration, .notInt32, .notInt64:
            "Invalid value at '\(fieldPath)' (\(protobufType)), \"\(value)\""
        }
    }
}
