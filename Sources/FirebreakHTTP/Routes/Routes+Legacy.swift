import FirebreakOperations
import FirebreakWire
import HTTPTypes
import NIOCore

extension Route {
    private static let legacyPath = "/identitytoolkit/v3/relyingparty/"

    /// v3 names and the v1 methods behind them (wire.md section 4).
    private static let aliases: KeyValuePairs<String, String> = [
        "createAuthUri": "/v1/accounts:createAuthUri",
        "deleteAccount": "/v1/accounts:delete",
        "emailLinkSignin": "/v1/accounts:signInWithEmailLink",
        "getAccountInfo": "/v1/accounts:lookup",
        "getOobConfirmationCode": "/v1/accounts:sendOobCode",
        "getProjectConfig": "/v1/projects",
        "getRecaptchaParam": "/v1/recaptchaParams",
        "publicKeys": "/v1/publicKeys",
        "resetPassword": "/v1/accounts:resetPassword",
        "sendVerificationCode": "/v1/accounts:sendVerificationCode",
        "setAccountInfo": "/v1/accounts:update",
        // Like verifyClient.
        "signInWithGameCenter": "/v1/accounts:signInWithGameCenter",
        "signupNewUser": "/v1/accounts:signUp",
        "verifyAssertion": "/v1/accounts:signInWithIdp",
        // Not in the discovery document, but what Apple's SDK calls (clients.md section 1.3).
        "verifyClient": "/v1/accounts:verifyIosClient",
        "verifyCustomToken": "/v1/accounts:signInWithCustomToken",
        "verifyPassword": "/v1/accounts:signInWithPassword",
        "verifyPhoneNumber": "/v1/accounts:signInWithPhoneNumber",
    ]

    static let legacy: [Route] =
        aliases.flatMap { alias in
            (accounts).filter { $0.path == alias.value }.map { route in
                route.mounted(
                    host: .legacy, path: legacyPath + alias.key,
                    operationID: "identitytoolkit.relyingparty.\(method(alias.key))"
                ).with { route in
                    if alias.key == "signInWithGameCenter" { route = route.unknownToReference }
                }
            }
        } + [
            bulk("downloadAccount", BatchGet.self), bulk("uploadAccount", BatchCreate.self),
            Route(
                .post, legacyPath + "setProjectConfig", "identitytoolkit.relyingparty.setProjectConfig", host: .legacy,
                SetProjectConfig.self),
            Route(
                .post, legacyPath + "signOutUser", "identitytoolkit.relyingparty.signOutUser", host: .legacy,
                SignOutUser.self
            ).with { $0.kind = .page },
        ]

    /// The same route, which does not exist in profile `emulator`.
    var unknownToReference: Route {
        with { route in
            route.kind = .page
            route.respond = { context in
                let profile = context.services.profile
                guard !profile.behavior.refusesUnimplemented else {
                    return ErrorRendering.unknownPath(.notFound, context.head, profile)
                }
                return try await respond(context)
            }
        }
    }

    /// The documented name of the method behind a path: the same name, with one exception.
    private static func method(_ alias: String) -> String { alias == "publicKeys" ? "getPublicKeys" : alias }

    /// The older forms of export and import, which name their project in the body.
    private static func bulk<Operation: APIOperation>(_ name: String, _ operation: Operation.Type) -> Route {
        Route(
            method: .post, host: .legacy, path: legacyPath + name, operationID: "identitytoolkit.relyingparty.\(name)",
            credential: .any, kind: .page, readsTexts: true
        ) { context in
            _ = try context.contentType()
            if context.services.profile.isReference, let refusal = referenceRefusal(context) { return refusal }
            guard try context.body()["targetProjectId"]?.isTruthy == true else {
                throw WireError.insufficientPermission
            }
            let (request, call) = try await context.prepare(Operation.Request.self)
            let selection = try FieldSelection(of: context, call.behavior)
            let answer = try await Operation.answer(request, call)
            return try selection?.applied(to: answer) ?? answer
        }
    }

    /// Reference: these bodies go through a different parser, with its own limit and errors (wire.md section 4).
    private static func referenceRefusal(_ context: RequestContext) -> RouteResponse? {
        let limit = 102_400
        guard context.content.readableBytes <= limit else {
            return ErrorRendering.tooLarge(limit: limit, length: context.content.readableBytes)
        }
        do { _ = try context.body() } catch is WireError {
            let body: JSON = [
                "expose": true, "statusCode": 400, "status": 400,
                "body": .string(String(buffer: context.content)),
                "type": "entity.parse.failed",
            ]
            return RouteResponse(status: .badRequest, contentType: RouteResponse.jsonText, body: body.bytes)
        } catch { return nil }
        return nil
    }
}
