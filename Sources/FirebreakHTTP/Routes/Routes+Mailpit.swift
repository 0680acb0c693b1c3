import FirebreakControl
import FirebreakModel
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import NIOCore

/// Mailpit's read API over the mails of an outbox (firebreak.md section 5.5).
extension Route {
    static let mailpit: [Route] =
        messages + parts + [
            mailpit(.get, "/api/v1/info", "info") { context, call in
                json(try await Mailpit.information(version: context.information().version, call))
            },
            mailpit(.get, "/livez", "livez") { _, _ in done },
            mailpit(.get, "/readyz", "readyz") { _, _ in done },
        ]

    private static let messages: [Route] = [
        mailpit(.get, "/api/v1/messages", "messages.list") { context, call in
            json(try await Mailpit.list(try controlRequest(Mailpit.Request.self, context), call))
        }.bulk,
        mailpit(.delete, "/api/v1/messages", "messages.delete") { context, call in
            let body = Array(context.content.readableBytesView)
            try await Mailpit.delete(try MailpitSelection(body, isForm: RequestContext.isForm(context.head)), call)
            return done
        }.bulk,
        // Marks that mails were read, which there are none of.
        mailpit(.put, "/api/v1/messages", "messages.put") { _, _ in done },
        mailpit(.get, "/api/v1/search", "messages.search") { context, call in
            json(try await Mailpit.search(try controlRequest(Mailpit.Request.self, context), call))
        }.bulk,
        mailpit(.delete, "/api/v1/search", "messages.deleteFound") { context, call in
            try await Mailpit.delete(matching: try controlRequest(Mailpit.Request.self, context), call)
            return done
        }.bulk,
    ]

    private static let parts: [Route] = [
        part("/api/v1/message/{id}", "message.get") { mail, _ in json(mail.document) },
        part("/api/v1/message/{id}/headers", "message.headers") { mail, _ in json(mail.headers) },
        part("/api/v1/message/{id}/raw", "message.raw") { mail, _ in
            .untrusted(mail.source, contentType: RouteResponse.plainText)
        },
        part("/view/{id}.html", "view.html") { mail, call in try view(mail, .html, call) },
        part("/view/{id}.txt", "view.txt") { mail, call in try view(mail, .text, call) },
    ]

    private static func view(
        _ mail: MailpitMail, _ projection: MessagePart, _ call: ControlCall
    ) throws -> RouteResponse {
        let part = try projection.rendered(mail.message, call)
        return .untrusted(part.bytes, contentType: part.contentType)
    }

    private static func part(
        _ path: String, _ name: String,
        _ respond: @escaping @Sendable (MailpitMail, ControlCall) throws -> RouteResponse
    ) -> Route {
        mailpit(.get, path, name) { context, call in
            try respond(try await Mailpit.mail(context.parameters["id"] ?? "", call), call)
        }.bulk
    }

    private static func mailpit(
        _ method: HTTPRequest.Method, _ path: String, _ name: String,
        _ respond: @escaping @Sendable (RequestContext, ControlCall) async throws -> RouteResponse
    ) -> Route {
        controlRoute(method, project + "/mailpit" + path, "firebreak.projects.mailpit." + name) { context in
            try await respond(context, controlCall(context))
        }
    }

    private static func json(_ document: JSON) -> RouteResponse { RouteResponse(json: document.bytes) }

    private static let done = RouteResponse(
        status: .ok, contentType: RouteResponse.plainText, body: Array("ok".utf8))
}
