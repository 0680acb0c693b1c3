import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// An API key that selects a project, as the control API shows it.
package struct APIKeyResource: Encodable, Sendable, Equatable {
    /// The key as clients send it.
    package var key: String
    /// Whether the key follows from the project's ID and needs no registration, so that it cannot be deleted either.
    package var derived: Bool

    /// The keys of the call's project: the derived one first (product.md section 2), then the registered ones, sorted.
    ///
    /// For an ID that has no derived key, `project:ID` stands in its place.
    static func all(of call: ControlCall) -> [APIKeyResource] {
        let services = call.services
        let project = call.project.id
        let registered = services.storage.apiKeys.keys(of: project)
        let derived = call.project.ownAPIKey
        let isInEffect = !registered.contains(derived) && (try? services.projectID(of: derived)) == project
        return (isInEffect ? [APIKeyResource(key: derived, derived: true)] : [])
            + registered.map { APIKeyResource(key: $0, derived: false) }
    }
}
