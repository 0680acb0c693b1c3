import FirebreakStore
import FirebreakWire

/// Sets whichever of the two settings is given; with neither, the profile's defaults return (emulator-api.md).
package enum UpdateEmulatorConfig: APIOperation {
    package struct Request: Decodable, Sendable {
        var config: ReferenceConfig
        var tenantId: String?

        private enum CodingKeys: CodingKey { case tenantId }

        package init(from decoder: any Decoder) throws {
            config = try ReferenceConfig(from: decoder)
            tenantId = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .tenantId)
        }
    }

    package static func run(_ request: Request, _ call: Call) async throws -> ReferenceConfig {
        guard request.tenantId?.isEmpty != false else { throw WireError.configOnlyOnProjects }
        let settings = try await ConfigResource.change(call) { document in
            if request.config.isEmpty {
                let defaults = call.project.startingConfig(in: call.profile)
                for name in ["signIn", "emailPrivacyConfig"] {
                    document[name] = FieldMask.merged(
                        document[name], defaults[name], flags: ["allowDuplicateEmails", "enableImprovedEmailPrivacy"])
                }
                document["blockingFunctions"] = .emptyObject
            }
            request.config.apply(to: &document)
        }
        return ReferenceConfig(settings)
    }
}
