import FirebreakWire
import HTTPTypes
import NIOCore

extension Exchange {
    enum ContentType { case json, form, none }

    /// The request's parameters as one object: the body, for GET the query, for the control API both; in addition, the
    /// query parameters that the route uses.
    ///
    /// - Throws: ``WireError`` for an unsupported content type or invalid JSON, ``SchemaViolation`` for JSON that is
    ///   not an object (wire.md section 7).
    func body() throws -> JSON {
        let isControl = route.kind == .control
        guard head.method == .post || head.method == .patch || head.method == .put || isControl else {
            // DELETE ignores its body completely, even when it is not JSON.
            return head.method == .delete ? .emptyObject : try query.document()
        }
        guard !route.needsBody || content.readableBytes > 0 else {
            throw WireError.invalidJSON("A body is needed; {} resets everything.")
        }
        var document = head.method == .get || head.method == .head ? JSON.emptyObject : try parsed()
        guard case .object = document else {
            throw SchemaViolation(problem: .type("object"), value: document.text, protobufType: "TYPE_MESSAGE")
        }
        let parameters = try query.document(includesKey: isControl)
        if isControl {
            for member in parameters.objectValue ?? [] where document[member.key] == nil {
                document[member.key] = member.value
            }
        } else {
            for name in route.queryMembers { document[name] = parameters[name] }
        }
        return document
    }

    private func parsed() throws -> JSON {
        switch try contentType() {
        case .none: return .emptyObject
        case .form: return form()
        case .json:
            guard content.readableBytes > 0 else { return .emptyObject }
            let document: JSON
            do throws(JSONSyntaxError) {
                document = try content.withUnsafeReadableBytes { bytes throws(JSONSyntaxError) in
                    try JSON(parsing: bytes, keys: route.keepsKeys ? .verbatim : .camelCase)
                }
            } catch {
                throw WireError.invalidJSON("\(error.reason.rawValue) in JSON at position \(error.offset)")
            }
            switch document {
            case .object, .array: return document
            case .null, .bool, .number, .string:
                throw WireError.invalidJSON("Unexpected token in JSON at position 0")
            }
        }
    }

    /// Without a content type a body is ignored, as in the reference.
    func contentType() throws(WireError) -> ContentType {
        guard head.method != .delete || route.kind == .control, head.method != .get, head.method != .head else {
            return .none
        }
        // The control API accepts JSON under any content type: `curl -d` sends that of a form.
        guard route.kind != .control else { return .json }
        guard let header = headers[.contentType] else { return .none }
        if header == "application/json" { return .json }
        let media = header.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if media == "application/json" { return .json }
        if media == "application/x-www-form-urlencoded", route.host == .secureToken { return .form }
        guard content.readableBytes > 0 else { return .none }
        throw .invalidContentType(header)
    }

    private func form() -> JSON {
        JSON(FormURLEncoding.parse(String(buffer: content)).map { ($0.name.lodashCamelCased, $0.value) })
    }
}
