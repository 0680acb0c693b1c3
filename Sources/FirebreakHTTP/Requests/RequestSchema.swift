import FirebreakOperations
import FirebreakWire

/// A message as the discovery documents declare it, to hold requests against.
///
/// It covers what no Swift type declares: the open documents of the configuration, and fields without effect, whose
/// types are checked all the same (wire.md section 7). The leniency is that of ``WireDecoder``: numbers for texts and
/// positions for enumeration values.
final class RequestSchema: Sendable {
    private indirect enum Shape: Sendable {
        case message(String)
        case object([String: Shape])
        case map(Shape)
        case array(Shape)
        case boolean, integer, number, string, integerText, anything
        case enumeration([JSON])
    }

    private let document: Document
    private let shape: Shape
    /// The field that the message is of its request, where production refuses members that are not declared: those of
    /// the configuration resources.
    private let resource: String?

    private init(_ name: String, in document: Document) {
        shape = .message(name)
        self.document = document
        resource = Self.resources[name]
    }

    private static let resources = Dictionary(
        uniqueKeysWithValues: [
            ("Config", "config"), ("DefaultSupportedIdpConfig", "defaultSupportedIdpConfig"),
            ("InboundSamlConfig", "inboundSamlConfig"), ("OAuthIdpConfig", "oauthIdpConfig"), ("Tenant", "tenant"),
        ].map { ("GoogleCloudIdentitytoolkitAdminV2\($0.0)", $0.1) })

    /// The request messages by method, made on first use.
    static let ofMethod: [String: RequestSchema] = {
        var schemas: [String: RequestSchema] = [:]
        for document in [Document(.v1), Document(.v2)] {
            for (id, name) in document.requests { schemas[id] = RequestSchema(name, in: document) }
        }
        return schemas
    }()

    /// The document with every member in its declared type; members that are not declared stay as they are, except
    /// that production refuses them in configurations (production.md section 1).
    ///
    /// - Parameter profile: In the reference a `null` is a value, and texts need not be integers where those are
    ///   declared.
    /// - Throws: ``SchemaViolation`` for the first misfit in alphabetical order.
    func normalized(_ json: JSON, _ profile: Profile) throws(SchemaViolation) -> JSON {
        let resource = profile.facts.refusesUnknownMembers ? resource : nil
        let check = Check(document: document, facts: profile.facts, refusesUnknown: resource != nil)
        return try check.value(json, shape, at: resource.map { [.key($0)] } ?? [])
    }

    // MARK: Documents

    /// The schemas of a discovery document.
    private final class Document: Sendable {
        /// Names of the request messages by method.
        let requests: [String: String]
        let messages: [String: Shape]

        init(_ source: DiscoverySchemas) {
            // The texts are the program's own, and tests parse them.
            let methods = (try? source.parsedMethods()) ?? []
            let schemas = (try? source.parsedSchemas()) ?? []
            var requests: [String: String] = [:]
            for method in methods {
                if let id = method["id"]?.stringValue, let name = method["request"]?.stringValue { requests[id] = name }
            }
            self.requests = requests
            messages = Dictionary(schemas.map { ($0.key, Self.shape($0.value)) }) { first, _ in first }
        }

        private static func shape(_ schema: JSON) -> Shape {
            if let reference = schema["$ref"]?.stringValue { return .message(reference) }
            switch schema["type"]?.stringValue {
            case "object":
                if let element = schema["additionalProperties"] { return .map(shape(element)) }
                let properties = schema["properties"]?.objectValue ?? []
                return .object(Dictionary(properties.map { ($0.key, shape($0.value)) }) { first, _ in first })
            case "array": return .array(shape(schema["items"] ?? .emptyObject))
            case "boolean": return .boolean
            case "integer": return .integer
            case "number": return .number
            case "string":
                if let names = schema["enum"]?.arrayValue { return .enumeration(names) }
                return schema["format"] == "int64" ? .integerText : .string
            default: return .anything
            }
        }
    }

    // MARK: Checking

    private struct Check {
        let document: Document
        let facts: ProfileFacts
        let refusesUnknown: Bool

        func value(_ value: JSON, _ shape: Shape, at path: [SchemaViolation.Step]) throws(SchemaViolation) -> JSON {
            func violation(_ problem: SchemaViolation.Problem, _ type: String) -> SchemaViolation {
                SchemaViolation(
                    path: path, problem: problem, value: value.stringValue ?? value.text, protobufType: type)
            }
            switch shape {
            case .message(let name): return try self.value(value, document.messages[name] ?? .anything, at: path)
            case .object(let properties):
                guard case .object(let members) = value else { throw violation(.type("object"), "TYPE_MESSAGE") }
                return try object(members, at: path) { properties[$0] }
            case .map(let element):
                guard case .object(let members) = value else { throw violation(.type("object"), "TYPE_MESSAGE") }
                return try object(members, at: path) { _ in element }
            case .array(let element):
                guard case .array(let elements) = value else { throw violation(.type("array"), "TYPE_MESSAGE") }
                var result: [JSON] = []
                for (index, item) in elements.enumerated() {
                    result.append(try self.value(item, element, at: path + [.index(index)]))
                }
                return .array(result)
            case .boolean: guard value.boolValue != nil else { throw violation(.type("boolean"), "TYPE_BOOL") }
            case .integer:
                guard case .number = value, let number = value.integerValue else {
                    throw violation(.type("integer"), "TYPE_INT32")
                }
                guard Int32(exactly: number) != nil else { throw violation(.notInt32, "TYPE_INT32") }
            case .number: guard value.doubleValue != nil else { throw violation(.type("number"), "TYPE_DOUBLE") }
            case .integerText where facts.requiresIntegers:
                let text = value.stringValue ?? value.text
                guard Int64(text) != nil else { throw violation(.notInt64, "TYPE_INT64") }
                return .string(text)
            case .string, .integerText:
                if case .number(let literal) = value { return .string(JSON.text(ofNumber: literal)) }
                guard value.stringValue != nil else { throw violation(.type("string"), "TYPE_STRING") }
            case .enumeration(let names):
                if names.contains(value) { return value }
                let position = value.stringValue.flatMap(Int64.init) ?? value.integerValue
                guard let position, let index = Int(exactly: position), names.indices.contains(index) else {
                    throw violation(.notInEnumeration, Self.enumerationName(path))
                }
                return names[index]
            case .anything: break
            }
            return value
        }

        /// The full protobuf name of an enumeration, which is mostly that of its field.
        private static func enumerationName(_ path: [SchemaViolation.Step]) -> String {
            let field = path.reversed().lazy.compactMap { step in if case .key(let key) = step { key } else { nil } }
                .first
            let names = ["requestType": "OobReqType", "deleteAttribute": "UserAttributeName"]
            let name = field.map { names[$0] ?? $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
            return "type.googleapis.com/google.cloud.identitytoolkit.v1.\(name)"
        }

        /// Looks at the members as they come, which is quick; only when one does not fit, for the first in order.
        private func object(
            _ members: [JSON.Member], at path: [SchemaViolation.Step], _ shape: (String) -> Shape?
        ) throws(SchemaViolation) -> JSON {
            var result = members
            var misfit: (key: String, violation: SchemaViolation)?
            for (index, member) in members.enumerated() {
                let shape = shape(member.key)
                guard shape != nil ? !member.value.isNull || !facts.nullIsAbsent : refusesUnknown else { continue }
                do throws(SchemaViolation) {
                    guard let shape else {
                        throw SchemaViolation(
                            path: path, problem: .unknownName, value: member.key, protobufType: "TYPE_MESSAGE")
                    }
                    result[index].value = try value(member.value, shape, at: path + [.key(member.key)])
                } catch {
                    if misfit.map({ member.key < $0.key }) ?? true { misfit = (member.key, error) }
                }
            }
            if let misfit { throw misfit.violation }
            return .object(result)
        }
    }
}
