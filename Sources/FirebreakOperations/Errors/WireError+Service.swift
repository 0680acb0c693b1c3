package import FirebreakWire

// What the service refuses before or behind Identity Toolkit, by what Firebreak does not have: restrictions of API keys,
// App Check, quotas of Google's own and proofs of apps (production.md section 1.3). Clients map these errors, so all of
// them can be had as faults.

extension WireError {
    /// What refusals quote of the call that they refuse.
    package struct QuotedCall: Sendable {
        /// The service's host name, `identitytoolkit.googleapis.com` for example.
        package var service: String
        /// The full name of the method in gRPC.
        package var method: String
        package var projectNumber: String
        /// Of a request without one, ``nothing``.
        package var referrer = QuotedCall.nothing
        package var bundleID = QuotedCall.nothing
        package var packageName = QuotedCall.nothing

        package init(service: String, method: String, projectNumber: String) {
            self.service = service
            self.method = method
            self.projectNumber = projectNumber
        }

        /// What the service quotes where the request has nothing.
        package static let nothing = "<empty>"

        /// As rows of the catalogue have it.
        package static let pattern: QuotedCall = {
            var call = QuotedCall(
                service: "identitytoolkit.googleapis.com", method: "<method>", projectNumber: "<projectNumber>")
            (call.referrer, call.bundleID, call.packageName) = ("<referrer>", "<bundleId>", "<packageName>")
            return call
        }()

        /// The name of the API, which of the secure token service is its host name.
        fileprivate var api: String {
            service == "identitytoolkit.googleapis.com" ? "identitytoolkit" : service
        }

        fileprivate var title: String { api == service ? "Token Service API" : "Identity Toolkit API" }

        /// - Parameter blocked: What the refusal is about, by its name in the metadata.
        fileprivate func details(
            _ reason: String, _ message: String, _ blocked: KeyValuePairs<String, String> = [:],
            hasConsumer: Bool = true
        ) -> [JSON] {
            var metadata: JSON = ["service": .string(service)]
            if hasConsumer { metadata["consumer"] = .string("projects/\(projectNumber)") }
            for (name, value) in blocked { metadata[name] = .string(value) }
            return [
                [
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(reason),
                    "domain": "googleapis.com", "metadata": metadata,
                ],
                [
                    "@type": "type.googleapis.com/google.rpc.LocalizedMessage", "locale": "en-US",
                    "message": .string(message),
                ],
            ]
        }
    }

    // MARK: API keys

    package static func keyOfAndroidApps(_ call: QuotedCall) -> WireError {
        let message = "Requests from this Android client application \(call.packageName) are blocked."
        let blocked: KeyValuePairs = ["androidPackage": call.packageName]
        return WireError(
            .preceding(
                message, .forbidden, details: call.details("API_KEY_ANDROID_APP_BLOCKED", message, blocked)),
            area: .callers,
            cause: "The API key is restricted to Android apps of which the caller is none. Firebreak's keys have no "
                + "restrictions: a fault answered it.",
            remedy: "At the service, add the app's package and the fingerprint of its certificate to the key.")
    }

    package static func keyExpired(_ call: QuotedCall) -> WireError {
        let message = "API key expired. Please renew the API key."
        return WireError(
            .preceding(
                message, .badRequest, name: "API_KEY_EXPIRED",
                details: call.details("API_KEY_INVALID", message, hasConsumer: false)),
            area: .callers,
            cause: "The API key has ended. Firebreak's keys have no end: a fault answered it.",
            remedy: "At the service, make a new key.")
    }

    package static func keyOfWebPages(_ call: QuotedCall) -> WireError {
        let message = "Requests from referer \(call.referrer) are blocked."
        return WireError(
            .preceding(
                message, .forbidden,
                details: call.details("API_KEY_HTTP_REFERRER_BLOCKED", message, ["httpReferrer": call.referrer])),
            area: .callers,
            cause: "The API key is restricted to web pages of which the caller is none. Firebreak's keys have no "
                + "restrictions: a fault answered it.",
            remedy: "At the service, add the page's address to the key; a server or an app needs a key of its own.")
    }

    /// - Parameter service: Host name of the service that rejects the key.
    package static func apiKeyInvalid(service: String = "identitytoolkit.googleapis.com") -> WireError {
        let message = "API key not valid. Please pass a valid API key."
        let call = QuotedCall(service: service, method: "", projectNumber: "")
        return WireError(
            .preceding(message, .badRequest, details: call.details("API_KEY_INVALID", message, hasConsumer: false)),
            area: .callers,
            cause: "The API key names no project, and the server was started with `--unknown-keys reject`.",
            remedy: "Use a key that is registered for a project or that `firebreak keys` prints, or start the server "
                + "without that option.")
    }

    package static func keyOfAppleApps(_ call: QuotedCall) -> WireError {
        let message = "Requests from this iOS client application \(call.bundleID) are blocked."
        return WireError(
            .preceding(
                message, .forbidden,
                details: call.details("API_KEY_IOS_APP_BLOCKED", message, ["iosBundleId": call.bundleID])),
            area: .callers,
            cause: "The API key is restricted to iOS apps of which the caller is none. Firebreak's keys have no "
                + "restrictions: a fault answered it.",
            remedy: "At the service, add the app's bundle ID to the key.")
    }

    package static func keyOfOtherAPIs(_ call: QuotedCall) -> WireError {
        let message = "Requests to this API \(call.api) method \(call.method) are blocked."
        let blocked: KeyValuePairs = ["apiName": call.api, "methodName": call.method]
        return WireError(
            .preceding(message, .forbidden, details: call.details("API_KEY_SERVICE_BLOCKED", message, blocked)),
            area: .callers,
            cause: "The API key is restricted to other APIs. Firebreak's keys have no restrictions: a fault answered "
                + "it.",
            remedy: "At the service, allow the key the Identity Toolkit API and the Token Service API.")
    }

    /// clients.md section 1.6
    package static let keyRefererBlocked = WireError(
        .preceding(
            "There is a per-IP or per-Referer restriction configured on your API key and the request does not match "
                + "these restrictions. Please use the Google Developers Console to update your API key configuration "
                + "if request from this IP or referer should be allowed.",
            Kind(403, "PERMISSION_DENIED", ["domain": "usageLimits", "reason": "ipRefererBlocked"]),
            name: "ipRefererBlocked"),
        area: .callers,
        cause: "The older form of a refusal of keys for others, which Apple's SDK maps by the reason in `errors`. "
            + "Firebreak's keys have no restrictions: a fault answered it.",
        remedy: "At the service, change the restrictions of the key.")

    /// clients.md section 1.6
    package static let keyInvalid = WireError(
        .preceding(
            "Bad Request", Kind(400, "INVALID_ARGUMENT", ["domain": "usageLimits", "reason": "keyInvalid"]),
            name: "keyInvalid"),
        area: .callers,
        cause: "The older form of a refusal of unknown keys, which Apple's SDK maps by the reason in `errors`: a fault "
            + "answered it.",
        remedy: "At the service, use a key of the project.")

    // MARK: The project and the app

    package static let appCheckTokenInvalid = WireError(
        .preceding(
            "Firebase App Check token is invalid.",
            Kind(401, "UNAUTHENTICATED", ["domain": "global", "reason": "unauthorized"]),
            name: "APP_CHECK_TOKEN_INVALID"),
        area: .callers,
        cause: "The project enforces App Check, and the request has no token of it or a bad one. Firebreak does not "
            + "look at them: a fault answered it.",
        remedy: "At the service, register the app with App Check, or its debug token in tests.")

    package static func serviceDisabled(_ call: QuotedCall) -> WireError {
        let page =
            "https://console.developers.google.com/apis/api/\(call.service)/overview?project=\(call.projectNumber)"
        let message =
            "\(call.title) has not been used in project \(call.projectNumber) before or it is disabled. Enable it by "
            + "visiting \(page) then retry. If you enabled this API recently, wait a few minutes for the action to "
            + "propagate to our systems and retry."
        let help: JSON = [
            "@type": "type.googleapis.com/google.rpc.Help",
            "links": [["description": "Google developers console API activation", "url": .string(page)]],
        ]
        let blocked: KeyValuePairs = ["serviceTitle": call.title, "activationUrl": page]
        return WireError(
            .preceding(
                message,
                Kind(
                    403, "PERMISSION_DENIED",
                    [
                        "domain": "usageLimits", "reason": "accessNotConfigured",
                        "extendedHelp": "https://console.developers.google.com",
                    ]), details: call.details("SERVICE_DISABLED", message, blocked) + [help]),
            area: .callers,
            cause: "The API is switched off in the project. Firebreak's cannot be: a fault answered it.",
            remedy: "At the service, enable the Identity Toolkit API and the Token Service API.")
    }

    package static let billingNotEnabled = WireError(
        "BILLING_NOT_ENABLED",
        area: .callers,
        cause: "What is asked for needs a project with billing, such as messages to real numbers. Firebreak never asks "
            + "for it: a fault answered it.",
        remedy: "At the service, enable billing, or use test numbers.")
}

// MARK: - Behind Identity Toolkit

extension WireError {
    package static let appNotVerified = WireError(
        "APP_NOT_VERIFIED",
        area: .phone,
        cause: "The app could not prove that it is the one it says. Firebreak takes every proof: a fault answered it.",
        remedy: "At the service, set up push notifications or reCAPTCHA for the app, or use test numbers.")

    package static let captchaCheckFailed = WireError(
        "CAPTCHA_CHECK_FAILED : Hostname match not found",
        area: .phone,
        cause:
            "The reCAPTCHA token of a phone sign-in is from a page whose host is not an authorized domain. Firebreak "
            + "does not look into these tokens: a fault answered it.",
        remedy: "At the service, add the page's host to `authorizedDomains`.")

    /// clients.md section 1.6
    package static let emailChangeUnverified = WireError(
        "EMAIL_CHANGE_NEEDS_VERIFICATION",
        area: .accounts,
        cause: "A user with a second factor changes the address directly. Firebreak has no such rule besides those of "
            + "enumeration protection: a fault answered it.",
        remedy: "Use `verifyBeforeUpdateEmail` of the SDK.")

    package static let invalidAppCredential = WireError(
        "INVALID_APP_CREDENTIAL",
        area: .phone,
        cause: "The proof of the app for a phone sign-in is wrong. Firebreak takes every proof: a fault answered it.",
        remedy: "At the service, check the app's registration and its token for push notifications or reCAPTCHA.")

    package static let invalidMessagePayload = WireError(
        "INVALID_MESSAGE_PAYLOAD",
        area: .actionCodes,
        cause: "The template of the mail cannot be sent. Firebreak's templates can: a fault answered it.",
        remedy: "At the service, correct the template.")

    /// production.md section 13
    package static let invalidRecaptchaAction = WireError(
        "INVALID_RECAPTCHA_ACTION",
        area: .phone,
        cause: "The reCAPTCHA token was made for another action. Firebreak does not look into tokens: a fault answered "
            + "it.",
        remedy: "Let the SDK ask for the token.")

    /// clients.md section 2.5
    package static let invalidRecaptchaVersion = WireError(
        "INVALID_RECAPTCHA_VERSION",
        area: .phone,
        cause:
            "The version of reCAPTCHA is not one that the service knows. Firebreak refuses such a value as malformed: "
            + "a fault answered this.",
        remedy: "Use a current SDK.")

    package static let invalidRecipientEmail = WireError(
        "INVALID_RECIPIENT_EMAIL",
        area: .actionCodes,
        cause: "The mail cannot be sent to this address. The outbox takes every address: a fault answered it.",
        remedy: "Ask the user for another address.")

    package static let invalidSender = WireError(
        "INVALID_SENDER",
        area: .actionCodes,
        cause: "The sender of the template cannot be used. Firebreak does not look at it: a fault answered it.",
        remedy: "At the service, correct the sender of the template.")

    /// clients.md section 2.5
    package static let missingAndroidPackageName = WireError(
        "MISSING_ANDROID_PACKAGE_NAME",
        area: .actionCodes,
        cause:
            "A link wants an Android app installed without naming it. Firebreak does not look at it: a fault answered "
            + "it.",
        remedy: "Send `androidPackageName`.")

    package static let missingAppCredential = WireError(
        "MISSING_APP_CREDENTIAL",
        area: .phone,
        cause: "A phone sign-in has no proof of the app. Firebreak asks for none: a fault answered it.",
        remedy: "At the service, let the SDK verify the app.")

    package static let missingClientIdentifier = WireError(
        "MISSING_CLIENT_IDENTIFIER",
        area: .phone,
        cause:
            "A phone sign-in has neither a reCAPTCHA token nor a receipt of the app. Firebreak asks for none: a fault "
            + "answered it.",
        remedy: "At the service, let the SDK verify the app.")

    /// production.md section 13
    package static let recaptchaNotEnabled = WireError(
        "RECAPTCHA_NOT_ENABLED",
        area: .phone,
        cause:
            "A reCAPTCHA token came for a project that does not use reCAPTCHA. Firebreak ignores it: a fault answered "
            + "this.",
        remedy: "At the service, enable reCAPTCHA in the configuration.")

    package static let smsNotSent = WireError(
        {
            var wording = Wording("Error code: 39", Kind(503, nil, ["domain": "global", "reason": "backendError"]))
            wording.name = "SMS_NOT_SENT"
            return wording
        }(),
        area: .phone,
        cause: "The service did not send the message, often because too many went to one number or region. Firebreak's "
            + "outbox takes every message: a fault answered it.",
        remedy: "Use test numbers while developing; at the service, look at the SMS regions and wait.")
}

extension WireError {
    package static let serviceErrors: [WireError] = [
        .keyOfAndroidApps(.pattern),
        .keyExpired(.pattern),
        .keyOfWebPages(.pattern),
        .apiKeyInvalid(),
        .keyOfAppleApps(.pattern),
        .keyOfOtherAPIs(.pattern),
        .appCheckTokenInvalid,
        .appNotVerified,
        .billingNotEnabled,
        .captchaCheckFailed,
        .emailChangeUnverified,
        .invalidAppCredential,
        .invalidMessagePayload,
        .invalidRecaptchaAction,
        .invalidRecaptchaVersion,
        .invalidRecipientEmail,
        .invalidSender,
        .missingAndroidPackageName,
        .missingAppCredential,
        .missingClientIdentifier,
        .recaptchaNotEnabled,
        .serviceDisabled(.pattern),
        .smsNotSent,
        .keyRefererBlocked,
        .keyInvalid,
    ]

    /// Those that quote the call.
    package static let quoting: [@Sendable (QuotedCall) -> WireError] = [
        { keyOfAndroidApps($0) }, { keyExpired($0) }, { keyOfWebPages($0) }, { apiKeyInvalid(service: $0.service) },
        { keyOfAppleApps($0) }, { keyOfOtherAPIs($0) }, { serviceDisabled($0) },
    ]
}
