package import FirebreakOperations
package import FirebreakWire
import HTTPTypes
import Logging

/// Turns the error that a route threw into the response (wire.md section 8, production.md section 1).
package struct ErrorRendering {
    /// Knows the project's profile, and gets the reason.
    package let record: RequestRecord
    let logger: Logger

    private var profile: Profile { record.profile }

    func answer(_ error: any Error, for route: Route?) -> RouteResponse {
        let violation = error as? SchemaViolation
        let error = wireError(error)
        if let reason = violation.map({ .member($0.memberPath) }) ?? error.reason {
            record.update { $0.reason = reason }
        }
        var wording = error.wording(in: profile)
        if wording.kind.isBusinessInV1, route?.isV1 == true { wording.kind = .business }
        var answer = RouteResponse(
            status: HTTPResponse.Status(code: wording.kind.httpStatus), contentType: RouteResponse.jsonText,
            body: wording.body(envelope(of: wording, for: route)))
        if wording.precedesService, profile.behavior.formatsAsProduction {
            answer.headers[.cacheControl] = ResponseHeaders.privately
        }
        return answer
    }

    /// The error that a client is told.
    package func wireError(_ error: any Error) -> WireError {
        if let error = error as? WireError { return error }
        if let violation = error as? SchemaViolation { return .schemaViolation(violation) }
        if error is CancellationError { return .shuttingDown }
        if error is RequestMemory.Exhausted { return .tooMuchAtOnce }
        if let failure = error as? StorageFailure {
            logger.error(
                "a project's database cannot be used",
                metadata: ["database.file": "\(failure.file)", "database.cause": "\(failure.cause)"])
            return .storageUnavailable(failure.sentence)
        }
        logger.error("unexpected error while handling a request", metadata: ["error": "\(error)"])
        return .internalError
    }

    private func envelope(of wording: WireError.Wording, for route: Route?) -> WireError.Envelope {
        guard profile.behavior.wordsErrorsAsProduction || wording.precedesService, let route, let host = route.host
        else {
            return .reference
        }
        return host == .secureToken || route.isV2 ? .productionV2 : .productionV1
    }

    /// The path does not exist, or not with this verb.
    ///
    /// - Parameter isMalformed: Whether the path exists, but a parameter in it cannot be decoded.
    static func unknownPath(
        _ outcome: RouteTable.Outcome, _ head: HTTPRequest, _ profile: Profile, isMalformed: Bool = false
    ) -> RouteResponse {
        guard !isMalformed else {
            let body: JSON = ["statusCode": 400, "status": 400]
            return .indented(body, status: .badRequest)
        }
        guard !profile.behavior.wordsErrorsAsProduction else {
            // Production's own 404 is a page, not JSON (production.md section 1).
            let page =
                "<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)</title><p>404. Not Found.</p></html>\n"
            return RouteResponse(status: .notFound, contentType: RouteResponse.html, body: Array(page.utf8))
        }
        guard case .otherMethods(let methods, let kind, let meaning) = outcome, kind != .page else {
            return RouteResponse(
                status: .notFound, contentType: RouteResponse.jsonText,
                body: WireError.unknownPath.body(in: profile, .reference))
        }
        // Methods stand in the order of OpenAPI's specification.
        let order: [HTTPRequest.Method] = [.get, .put, .post, .delete, .options, .head, .patch, .trace]
        // The reference rewrites a legacy path, with nothing left of the query, before it looks at the verb.
        var text = "Method \(head.method.rawValue) not allowed for \((meaning ?? head.path ?? "").excerpt)"
        if !profile.isReference, let path = pathOfMethod(head) { text += "; the method is at \(path.excerpt)" }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("message", text)
        writer.endObject()
        return RouteResponse(
            status: .methodNotAllowed, contentType: "application/json", body: writer.bytes,
            headers: [.allow: order.filter(methods.contains).map(\.rawValue).joined(separator: ",")])
    }

    /// Where Google's method is that a request looked for under the prefix of the reference's own paths.
    private static func pathOfMethod(_ head: HTTPRequest) -> String? {
        guard let rest = head.path?.rest(afterBytes: "/emulator/") else { return nil }
        let path =
            "/\(Route.Host.identityToolkit.rawValue)/"
            + (rest.separated(by: "?", maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
        guard case .found = RouteTable.server.find(head.method, path) else { return nil }
        return path
    }

    /// Raw, not in the envelope. It is the last response of the connection: the refused body is not read.
    static func tooLarge(limit: Int, length: Int?) -> RouteResponse {
        var body: JSON = ["message": "request entity too large", "limit": .int(limit)]
        body["length"] = length.map(JSON.int)
        body["type"] = "entity.too.large"
        var answer = RouteResponse.indented(body, status: .contentTooLarge)
        answer.headers[.connection] = "close"
        return answer
    }

    /// A body with malformed chunks or without a recognisable end.
    static let malformedFraming = RouteResponse(
        status: .badRequest, contentType: RouteResponse.jsonText,
        body: WireError.invalidJSON("The body's framing is broken.").body(in: .local, .reference))

    /// A body that is not in the encoding that its header declares.
    static let malformedContent = RouteResponse(
        status: .badRequest, contentType: RouteResponse.jsonText,
        body: WireError.invalidJSON("The body does not match its content encoding.").body(in: .local, .reference))

    /// - Parameter encoding: In lower case.
    static func unsupportedEncoding(_ encoding: String) -> RouteResponse {
        let encoding = encoding.excerpt
        return .indented(
            [
                "message": .string("unsupported content encoding \"\(encoding)\""), "encoding": .string(encoding),
                "type": "encoding.unsupported",
            ], status: .unsupportedMediaType)
    }

    /// - Parameter charset: In lower case.
    static func unsupportedCharset(_ charset: String) -> RouteResponse {
        let charset = charset.excerpt
        return .indented(
            [
                "message": .string("unsupported charset \"\(charset.uppercased())\""), "charset": .string(charset),
                "type": "charset.unsupported",
            ], status: .unsupportedMediaType)
    }
}
