import FirebreakWire

/// The protobuf names of a discovery document's enumerations.
///
/// The documents do not tell them, but what they do tell is enough: the first value names the type
/// (`OOB_REQ_TYPE_UNSPECIFIED` is that of `OobReqType`), and a type that only one message has is nested in it.
struct EnumerationNames {
    private struct Use {
        /// Names of messages, IDs of methods.
        var owners: Set<String> = []
    }

    private var uses: [[String]: Use] = [:]

    init(schemas: [JSON.Member], methods: [JSON]) {
        for schema in schemas { note(schema.value["properties"], owner: schema.key) }
        for method in methods { note(method["parameters"], owner: method["id"]?.stringValue ?? "") }
    }

    private mutating func note(_ properties: JSON?, owner: String) {
        for property in properties?.objectValue ?? [] {
            guard let values = Self.values(property.value["items"] ?? property.value) else { continue }
            uses[values, default: Use()].owners.insert(owner)
        }
    }

    /// The values of an enumeration; `nil` for any other type.
    static func values(_ schema: JSON) -> [String]? {
        schema["enum"]?.arrayValue.map { $0.compactMap(\.stringValue) }
    }

    /// The full name as in production's messages (production.md section 1).
    ///
    /// - Parameters:
    ///   - message: A message that has the enumeration.
    ///   - member: The member of the message.
    func name(of values: [String], message: String, member: String) -> String {
        let suffix = "_UNSPECIFIED"
        let first = values.first ?? ""
        let type =
            first.endsWithBytes(of: suffix) ? first.dropLast(suffix.count).capitalizedWords : member.capitalizedFirst
        let (package, name) = Self.split(message)
        let isShared = (uses[values]?.owners.count ?? 0) > 1 && !Self.nested.contains("\(name).\(member)")
        return "type.googleapis.com/\(package).\(isShared ? "" : name + ".")\(type)"
    }

    /// Members whose type is nested in their message, although another message has one with the same values.
    private static let nested: Set<String> = ["GetRecaptchaConfigRequest.version"]

    private static let packages: KeyValuePairs = [
        "GoogleCloudIdentitytoolkitAdminV2": "google.cloud.identitytoolkit.admin.v2",
        "GoogleCloudIdentitytoolkitV2": "google.cloud.identitytoolkit.v2",
        "GoogleCloudIdentitytoolkitV1": "google.cloud.identitytoolkit.v1",
        "GoogleIamV1": "google.iam.v1",
    ]

    /// The names of the protobuf package and of the message in it.
    private static func split(_ message: String) -> (package: String, name: Substring) {
        for (prefix, package) in packages where message.startsWithBytes(of: prefix) {
            return (package, message.dropFirst(prefix.count))
        }
        return ("google.cloud.identitytoolkit.v1", message[...])
    }
}

extension StringProtocol {
    /// `OobReqType` for `OOB_REQ_TYPE`.
    fileprivate var capitalizedWords: String {
        split(separator: "_").map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()
    }

    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
