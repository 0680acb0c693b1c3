import FirebreakDiscovery
import FirebreakStore
package import FirebreakWire

/// Provider configurations in requests and responses (tenants-config.md B1).
package enum ProviderConfigResource {
    /// The stored part of a body.
    package static func document(from body: JSON, _ kind: any ProviderConfigKind.Type) -> JSON {
        var document = JSON.emptyObject
        for member in body.objectValue ?? [] where !member.value.isNull {
            guard let shape = kind.stored(member.key) else { continue }
            guard case .object = shape, let given = member.value.objectValue else {
                document[member.key] = member.value
                continue
            }
            document[member.key] = .object(given.filter { shape.settable($0.key) != nil && !$0.value.isNull })
        }
        return document
    }

    /// The stored form of a configuration for other servers: all that clients write.
    package static func written(_ document: JSON) -> JSON {
        var written = document
        written[RequestSigning.member] = nil
        return written
    }

    /// Takes over the given values, down to the innermost ones; everything else stays.
    package static func merge(_ body: JSON, into document: inout JSON, _ kind: any ProviderConfigKind.Type) {
        ChangedPart.leaves.mask(for: body).applyProduction(body, to: &document, of: kind.resource.shape)
    }

    /// The paths of a mask that name stored members; production ignores others.
    static func mask(_ text: String?, _ kind: any ProviderConfigKind.Type) -> FieldMask? {
        FieldMask(text)?.filtered { path in
            guard let first = path.first, let shape = kind.stored(first) else { return false }
            return path.count == 1 || shape.settable(path[1]) != nil
        }
    }

    /// The resource with its name; only enabled response types are included, as in production.
    static func shown(_ record: ProviderConfigRecord, _ kind: any ProviderConfigKind.Type, _ call: Call) -> JSON {
        let showsNumber = call.facts.namesResourcesAsProduction
        let project = showsNumber ? call.settings.project.projectNumber : call.projectID.rawValue
        let tenant = call.tenant.map { "/tenants/\($0)" } ?? ""
        var resource: JSON = ["name": .string("projects/\(project)\(tenant)/\(kind.collection)/\(record.id)")]
        let document = call.facts.shown(RequestSigning.shown(record.document))
        for member in document.objectValue ?? [] { resource[member.key] = member.value }
        if let types = resource["responseType"]?.objectValue {
            resource["responseType"] = .object(types.filter { $0.value != false })
        }
        if kind == OAuthIdpConfig.self, resource["responseType"]?.objectValue?.isEmpty ?? true {
            resource["responseType"] = OAuthIdpConfig.defaultResponseType
        }
        return call.facts.modelsConfiguration ? kind.resource.shape.ordered(resource) : resource
    }
}
