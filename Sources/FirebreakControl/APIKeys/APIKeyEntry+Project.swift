import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

extension APIKeyEntry {
    /// The keys of the call's project: the derived one first (firebreak.md section 2), then the registered ones,
    /// sorted.
    ///
    /// If no key can be derived from the ID, `project:ID` takes its place.
    static func all(of call: ControlCall) -> [APIKeyEntry] {
        let services = call.services
        let project = call.project.id
        let registered = services.storage.apiKeys.keys(of: project)
        let derived = call.project.ownAPIKey
        let isInEffect = !registered.contains(derived) && (try? services.projectID(of: derived)) == project
        return (isInEffect ? [APIKeyEntry(key: derived, derived: true)] : [])
            + registered.map { APIKeyEntry(key: $0, derived: false) }
    }
}
