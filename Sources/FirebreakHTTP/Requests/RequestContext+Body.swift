import FirebreakOperations
import FirebreakWire
import HTTPTypes
import NIOCore

extension RequestContext {
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
        if route.needsBody, content.readableBytes == 0 {
            // Reference: an empty body of a type is an empty object (emulator-api.md section 2).
            guard services.profile.isReference, contentTypeHeader != nil else {
                throw WireError.invalidJSON("A body is needed; {} resets everything.")
            }
        }
        var document = head.method == .get || head.method == .head ? JSON.emptyObject : try parsed()
        guard case .object = document else {
            throw SchemaViolation(problem: .type("object"), value: document, protobufType: "TYPE_MESSAGE")
        }
        let parameters = try query.document(includesKey: isControl)
        if isControl {
            // What the body has counts; not looked up in it once for each parameter.
            let given = Set((document.objectValue ?? []).map { ExactText($0.key) })
            let added = (parameters.objectValue ?? []).filter { !given.contains(ExactText($0.key)) }
            document = .object((document.objectValue ?? []) + added)
        } else {
            for name in route.queryMembers { document[name] = parameters[name] }
        }
        return document
    }

    private func parsed() throws -> JSON {
        let type = try contentType()
        if type != .none, let charset = unsupportedCharset { throw UnsupportedCharset(charset: charset) }
        switch type {
        case .none: return .emptyObject
        case .form: return try form()
        case .json:
            guard content.readableBytes > 0 else { return .emptyObject }
            let document: JSON
            // Reference: infinity, which is refused or taken by what it is for.
            let huge: JSON.HugeNumbers = services.profile.isReference && route.kind == .api ? .kept : .refused
            do throws(JSONSyntaxError) {
                document = try content.withUnsafeReadableBytes { bytes throws(JSONSyntaxError) in
                    try JSON(parsing: bytes, keys: route.keepsKeys ? .verbatim : .camelCase, huge: huge)
                }
            } catch {
                throw WireError.invalidJSON(
                    error.protobufExplanation ?? error.explanation, reference: error.explanation
                ).because(.member(""))
            }
            switch document {
            case .object, .array: return document
            case .null, .bool, .number, .string:
                throw WireError.invalidJSON("Unexpected token in JSON at position 0").because(.member(""))
            }
        }
    }

    /// What the path and the query say to the control API and the console is short.
    ///
    /// - Throws: `INVALID_ARGUMENT` for a parameter that is longer than any may be.
    func checkParameters() throws(WireError) {
        for (name, value) in parameters { try Self.check(name, value, .pathParameter) }
        for (name, value) in query.pairs { try Self.check(name, value, name == "q" ? .search : .queryParameter) }
    }

    private static func check(_ name: String, _ value: String, _ limit: Limit) throws(WireError) {
        guard limit.allows(value) else {
            let name = String(decoding: name.utf8.prefix(100), as: UTF8.self)
            throw .invalidArgument(member: name, "is too long: \(limit.sentence)")
        }
    }

    /// The body is in a character set that is not read.
    struct UnsupportedCharset: Error {
        /// In lower case.
        let charset: String
    }

    /// The `charset` of the content type unless it is UTF-8; the control API does not look at it.
    private var unsupportedCharset: String? {
        guard route.kind != .control, let header = contentTypeHeader, header.containsByte(UInt8(ascii: ";")) else {
            return nil
        }
        for parameter in header.separated(by: ";").dropFirst() {
            let parts = parameter.lowercased().filter { $0 != " " && $0 != "\"" }.separated(by: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "charset" else { continue }
            return parts[1] == "utf-8" || parts[1] == "utf8" && !services.profile.isReference ? nil : String(parts[1])
        }
        return nil
    }

    /// Without a content type a body is ignored by the reference, and JSON to others (production.md section 1).
    func contentType() throws(WireError) -> ContentType {
        guard head.method != .delete || route.kind == .control, head.method != .get, head.method != .head else {
            return .none
        }
        // The control API accepts JSON under any content type: `curl -d` sends that of a form.
        guard route.kind != .control else { return .json }
        guard let header = contentTypeHeader else {
            return services.profile.behavior.readsAsProtobuf && content.readableBytes > 0 ? .json : .none
        }
        if header == "application/json" { return .json }
        let media = Self.mediaType(header)
        if media == "application/json" { return .json }
        if media == Self.formType, takesForms { return .form }
        guard content.readableBytes > 0 else { return .none }
        throw .invalidContentType(header)
    }

    private static let formType = "application/x-www-form-urlencoded"

    /// Type and subtype of a header, without its parameters.
    static func mediaType(_ header: String) -> String {
        guard header != formType else { return header }
        var type: [UInt8] = []
        for byte in header.utf8.prefix(while: { $0 != UInt8(ascii: ";") }) where byte != UInt8(ascii: " ") {
            type.append(byte.asciiLowercased)
        }
        return String(decoding: type, as: UTF8.self)
    }

    /// Whether the body of a request is sent as a form.
    static func isForm(_ head: HTTPRequest) -> Bool { head.headerFields.value(.contentType).map(mediaType) == formType }

    /// Whether a form is read as the fields of a message: by the secure token service, and as protobuf does it by the
    /// methods of v1 and v3.
    private var takesForms: Bool {
        switch route.host {
        case .secureToken: true
        case .identityToolkit: services.profile.behavior.readsAsProtobuf && !route.isV2
        case .legacy: services.profile.behavior.readsAsProtobuf
        case nil: false
        }
    }

    /// - Throws: For a name that the method does not know, such as JSON that is sent as a form (production.md section 1).
    private func form() throws(WireError) -> JSON {
        let fields = FormURLEncoding.parse(String(buffer: content))
        if services.profile.behavior.readsAsProtobuf, let names = FormNames(route) {
            for field in fields { try names.check(field.name) }
        }
        return route.host == .secureToken
            ? JSON(fields.map { ($0.name.lodashCamelCased, $0.value) }) : JSON(form: fields)
    }
}
