package import FirebreakWire

// The caller's identity and rights: keys, credentials, origins (wire.md section 5, production.md section 1).

extension WireError {
    package static let adminTokenRequired = WireError(
        Wording("ADMIN_TOKEN_REQUIRED : Other machines must present the admin token.", .unauthenticated),
        area: .callers,
        cause: "The server has an admin token, and another machine called an endpoint for tests without it.",
        remedy: "Send `Authorization: Bearer` with the value of `--admin-token`, or call from the server's own "
            + "machine.")

    /// production.md section 1
    package static let apiKeyNotSupported = WireError(
        "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
        production: .preceding(
            "API keys are not supported by this API. Expected OAuth2 access token or other authentication "
                + "credentials that assert a principal. See https://cloud.google.com/docs/authentication",
            Kind(
                401, "UNAUTHENTICATED",
                ["domain": "global", "reason": "required", "location": "Authorization", "locationType": "header"]),
            detailMessage: "Login Required.",
            details: [
                [
                    "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "CREDENTIALS_MISSING",
                    "domain": "googleapis.com",
                    "metadata": [
                        "service": "identitytoolkit.googleapis.com",
                        "method": "google.cloud.identitytoolkit.v1.SessionManagementService.CreateSessionCookie",
                    ],
                ]
            ]),
        area: .callers,
        cause: "A session cookie was asked for with nothing but an API key.",
        remedy: "Ask for session cookies on a server, through an Admin SDK.")

    package static let insufficientPermission = WireError(
        "INSUFFICIENT_PERMISSION",
        area: .callers,
        cause: "An app did what only an admin may: set `customAttributes`, ask for `returnOobLink`, or call an "
            + "admin method of the older API.",
        remedy: "Do it on a server, through an Admin SDK; by hand, send `Authorization: Bearer owner`.")

    package static let insufficientPermissionForProject = WireError(
        "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
        area: .callers,
        cause: "A request with only an API key names a project, in its path or as `targetProjectId`.",
        remedy: "Leave the project out, because the key selects it, or call as an admin with `Authorization: Bearer "
            + "owner`.")

    /// Its quotes are as odd as the reference's (wire.md section 6).
    ///
    /// - Parameters:
    ///   - requested: The ID of the project that the request names.
    ///   - configured: The ID of the default project.
    package static func otherProject(_ requested: String, than configured: String) -> WireError {
        WireError(
            Wording(
                "Multiple projectIds are not recommended in single project mode. Requested project ID \(requested), but "
                    + "the emulator is configured for \(configured). To opt-out of single project mode add/set the "
                    + "'\"singleProjectMode\"' false' property in the firebase.json emulators config."),
            area: .callers,
            cause: "The server was started with `--single-project error`, and a path, body, key or token names another "
                + "project than the default one.",
            remedy: "Make the client name the server's project, start the server with `--project` of that name, or "
                + "without `--single-project error`.")
    }

    package static let adminOriginNotAllowed = WireError(
        Wording("ORIGIN_NOT_ALLOWED : Pages of this origin may not act as an admin.", .forbidden),
        area: .callers,
        cause: "A page of an origin that is not an authorized domain sent a request with an admin's credential, or "
            + "to an endpoint for tests.",
        remedy: "Add the page's host to `authorizedDomains` of the project, or set rule `adminOrigins` to `any`.")

    package static let adminHostNotAllowed = WireError(
        Wording(
            "HOST_NOT_ALLOWED : Admins are answered only under names that no page of the web can have.", .forbidden),
        area: .callers,
        cause: "A request with an admin's credential, or to an endpoint for tests, was sent to a public host name that "
            + "the server was not told of: a page of the web can give such a name to this machine's address.",
        remedy: "Call the server by an address or a local name (`localhost`, a single label, `*.local`, `*.internal`), "
            + "start it with `--public-url`, or set rule `adminOrigins` to `any`.")

    package static let missingAPIKey = WireError(
        Wording("The request is missing a valid API key.", .forbidden),
        production: .preceding(
            "Method doesn't allow unregistered callers (callers without established identity). Please use API Key "
                + "or other form of API consumer identity to call this API.", .forbidden),
        area: .callers,
        cause: "The request has neither an API key nor a credential that the method takes.",
        remedy: "Add an API key, as `?key=` or in the header `X-Goog-Api-Key`; admins send `Authorization: Bearer "
            + "owner`.")

    package static let invalidCredentials = WireError(
        Wording(invalidCredentialsText, invalidCredentialsKind, detailMessage: "Invalid Credentials"),
        production: .preceding(
            invalidCredentialsText, invalidCredentialsKind, detailMessage: "Invalid Credentials"),
        area: .callers,
        cause: "The `Authorization` header has a bearer token that is no admin's: neither `owner` nor an access "
            + "token of Google's form, or from another machine not the server's admin token.",
        remedy: "Send `Authorization: Bearer owner`; from another machine, the server's `--admin-token` where it has "
            + "one.")
}

extension WireError {
    private static let invalidCredentialsText =
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
        + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."
    private static let invalidCredentialsKind = Kind(
        401, "UNAUTHENTICATED",
        ["domain": "global", "reason": "authError", "location": "Authorization", "locationType": "header"])

    package static let callerErrors: [WireError] = [
        .adminTokenRequired,
        .adminHostNotAllowed,
        .apiKeyNotSupported,
        .insufficientPermission,
        .insufficientPermissionForProject,
        .otherProject("<projectId>", than: "<projectId>"),
        .adminOriginNotAllowed,
        .missingAPIKey,
        .invalidCredentials,
    ]
}
