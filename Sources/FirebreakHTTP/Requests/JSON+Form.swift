import FirebreakDiscovery
import FirebreakWire

extension JSON {
    /// The message that a form's fields describe: dots lead to fields of nested messages, repeated names are lists, all
    /// values are texts. Names are read as those of a JSON body.
    init(form fields: [(name: String, value: String)]) {
        var root = FormMessage()
        for field in fields {
            let path = field.name.separated(by: ".", maxSplits: Self.maximumDepth, omittingEmptySubsequences: true)
            guard (1...Self.maximumDepth).contains(path.count) else { continue }
            root.add(.string(field.value), at: path[...], isData: false)
        }
        self = root.json
    }

    /// An object of parameters: strings, or arrays of strings where a name is repeated.
    init(_ parameters: [(name: String, value: String)]) {
        var root = FormMessage()
        for (name, value) in parameters { root.add(.string(value), at: [name[...]], isData: true) }
        self = root.json
    }
}

/// A message while its fields are being collected. All of it is changed in place: a form can repeat a name very often.
private struct FormMessage {
    private var names: [String] = []
    private var values: [ExactText: [JSON]] = [:]
    private var messages: [ExactText: FormMessage] = [:]

    /// - Parameters:
    ///   - path: Of at most ``JSON/maximumDepth`` names.
    ///   - isData: Whether the names are data, which stay as they are.
    mutating func add(_ value: JSON, at path: ArraySlice<Substring>, isData: Bool) {
        guard let first = path.first else { return }
        let name = isData ? String(first) : String(first).lodashCamelCased
        let key = ExactText(name)
        let rest = path.dropFirst()
        if values[key] == nil, messages[key] == nil { names.append(name) }
        // A name stands for values or for a message, as it was sent last.
        if rest.isEmpty {
            messages[key] = nil
            values[key, default: []].append(value)
        } else {
            values[key] = nil
            messages[key, default: FormMessage()].add(value, at: rest, isData: isData || JSON.isKeyOfData(name))
        }
    }

    var json: JSON {
        .object(
            names.map { name in
                let key = ExactText(name)
                if let message = messages[key] { return JSON.Member(name, message.json) }
                let values = values[key] ?? []
                return JSON.Member(name, values.count == 1 ? values[0] : .array(values))
            })
    }
}

/// The names that a method's forms can have: those of its message, and the parameters that all methods of Google take.
struct FormNames {
    /// What the message can be; none for the secure token service.
    private let shapes: [MessageShape]

    /// - Returns: `nil` for a method whose message no document describes.
    init?(_ route: Route) {
        guard route.host != .secureToken else {
            shapes = []
            return
        }
        guard let schema = RequestSchema.ofMethod[route.aliasedID ?? route.operationID] else { return nil }
        shapes = [schema.shape, DiscoveryMessages.v3.request(of: route.operationID)].compactMap(\.self)
    }

    /// - Parameter name: Of a field, as it was sent; dots lead into nested messages.
    func check(_ name: String) throws(WireError) {
        guard !Self.ofAllMethods.contains(name) else { return }
        let path = name.separated(by: ".", maxSplits: JSON.maximumDepth, omittingEmptySubsequences: false)
        var unknown: Substring?
        for shape in shapes {
            guard let part = Self.unknownPart(of: path[...], in: shape) else { return }
            unknown = unknown ?? part
        }
        if shapes.isEmpty, Self.isIdentifier(name[...]), Self.ofSecureToken.contains(name.lodashCamelCased) { return }
        throw .unknownFormField(name, part: String(unknown ?? path.first ?? ""))
    }

    /// The first part of a path that leads nowhere; `nil` if all of it is known.
    private static func unknownPart(of path: ArraySlice<Substring>, in shape: MessageShape) -> Substring? {
        guard let first = path.first else { return nil }
        switch shape {
        case .object(let members):
            let name = String(first).lodashCamelCased
            let known =
                members[String(first)] ?? members[name] ?? members.first { $0.key.lodashCamelCased == name }?.value
            guard isIdentifier(first), let member = known else { return first }
            return unknownPart(of: path.dropFirst(), in: member.shape)
        case .array(let element): return unknownPart(of: path, in: element)
        case .map(let element): return unknownPart(of: path.dropFirst(), in: element)
        case .anything: return nil
        case .boolean, .integer, .number, .string, .integerText, .enumeration: return first
        }
    }

    /// What protobuf's names consist of; anything else is not one, whatever remains of it in camel case.
    private static func isIdentifier(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }

    /// Google's system parameters, which may stand in a form as well.
    private static let ofAllMethods: Set = [
        "key", "access_token", "oauth_token", "alt", "callback", "fields", "prettyPrint", "quotaUser", "userIp",
        "upload_protocol", "uploadType", "$.xgafv", "$alt", "$fields", "$key", "$prettyPrint",
    ]

    /// What the secure token service takes (tokens.md section 4); the tenant is ignored (production.md section 8.1).
    private static let ofSecureToken: Set = [
        "grantType", "refreshToken", "code", "scope", "tenantId", "redirectUri", "clientId", "clientSecret",
        "assertion",
    ]
}
