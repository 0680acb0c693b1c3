import FirebreakStore
package import FirebreakWire

/// Changes the project's configuration.
package enum UpdateConfig: APIOperation {
    /// The unparsed body, because any part of the resource may be stored, and the mask of the query.
    package struct Request: Decodable, Sendable {
        package var body: JSON
        package var updateMask: String?

        package init(body: JSON, updateMask: String?) {
            self.body = body
            self.updateMask = updateMask
        }

        private enum CodingKeys: CodingKey { case updateMask }

        package init(from decoder: any Decoder) throws {
            updateMask = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
                String.self, forKey: .updateMask)
            body = try decoder.singleValueContainer().decode(JSON.self)
        }
    }

    package static func run(_ request: Request, _ call: Call) async throws -> JSON {
        // The query's `updateMask` was merged into the body; it is not part of the resource.
        let given = request.body.without("updateMask", "targetProjectId")
        let body = call.facts.nullIsAbsent ? given.withoutNulls : given
        guard body["tenantId"]?.isTruthy != true else { throw WireError.configOnlyOnProjects }
        let mask = FieldMask(request.updateMask)
        let change = try ConfigChange(body, mask.map(ChangedPart.masked) ?? .members, call.settings.project)
        let settings = try await ConfigResource.change(call) { document in
            try change.apply(to: &document, at: call.now)
        }
        return ConfigResource.shown(settings, call, after: change)
    }
}
