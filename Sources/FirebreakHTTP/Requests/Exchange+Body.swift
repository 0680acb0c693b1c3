import FirebreakWire
import HTTPTypes
import NIOCore

extension Exchange {
    private enum ContentType { case json, form, none }

    /// The request's parameters as one object: the body, for GET the query, for PATCH and the control API both.
    ///
    /// - Throws: ``WireError`` for a content type or JSON that will not do, ``SchemaViolation`` for JSON that is no
    ///   object (wire.md section 7).
    func body() throws -> JSON {
        guard head.method == .post || head.method == .patch || head.method == .put else {
            // DELETE ignores its body completely, even when it is not JSON.
            return head.method == .delete && route.kind == .api ? .emptyObject : try query.document()
        }
        var document = try parsed()
        guard case .object = document else {
            throw SchemaViolation(problem: .type("object"), value: document.text, protobufType: "TYPE_MESSAGE")
        }
        if head.method == .patch || route.kind == .control {
            for member in try query.document().objectValue ?? [] where document[member.key] == nil {
                document[member.key] = member.value
            }
        } else {
            _ = try query.document()
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
                    try JSON(parsing: bytes, keys: .camelCase)
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
    private func contentType() throws(WireError) -> ContentType {
        // The control API takes JSON whatever it is called: `curl -d` calls it a form.
        guard route.kind != .control else { return .json }
        guard let header = headers[.contentType] else { return .none }
        let media = header.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if media == "application/json" { return .json }
        if media == "application/x-www-form-urlencoded", route.host == .secureToken { return .form }
        guard content.readableBytes > 0 else { return .none }
        throw .invalidContentType(header)
    }

    private func form() -> JSON {
        var document = JSON.emptyObject
        for (name, value) in FormURLEncoding.parse(String(buffer: content)) {
            let name = name.lodashCamelCased
            if let present = document[name] {
                document[name] = .array((present.arrayValue ?? [present]) + [.string(value)])
            } else {
                document[name] = .string(value)
            }
        }
        return document
    }
}
