package import FirebreakModel
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Lists the API keys that select the project (firebreak.md section 2).
package enum ListAPIKeys: ControlOperation {
    package static func run(_ request: NoMembers, _ call: ControlCall) async throws -> APIKeyList {
        APIKeyList(apiKeys: APIKeyEntry.all(of: call))
    }
}

/// Registers an API key for the project; from then on it selects this project, whatever it selected before
/// (firebreak.md section 2).
package enum CreateAPIKey: ControlOperation {
    /// - Returns: The key.
    /// - Throws: `INVALID_ARGUMENT` for a key that is empty or too long, and for one key too many.
    package static func run(_ request: CreateAPIKeyRequest, _ call: ControlCall) async throws -> APIKeyEntry {
        let key = request.key ?? "AIza" + call.random.urlSafe(35)
        try check([key], call)
        try await call.services.storage.apiKeys.register([key], for: call.project.id)
        return APIKeyEntry(key: key, derived: false)
    }

    /// - Throws: `INVALID_ARGUMENT` for keys that cannot be registered for the project, or for too many of them.
    static func check(_ keys: [String], _ call: ControlCall) throws(WireError) {
        guard keys.allSatisfy({ !$0.isEmpty && Limit.apiKey.allows($0) }) else {
            throw .invalidArgument(member: "key", "must have 1 through \(Limit.apiKey.maximum) bytes")
        }
        let registered = call.services.storage.apiKeys.keys(of: call.project.id)
        try Limit.apiKeys.check(Set((registered + keys).map { ExactText($0) }).count)
    }
}

/// Removes the registration of an API key (firebreak.md section 2).
package enum DeleteAPIKey: ControlOperation {
    /// - Throws: `INVALID_ARGUMENT` without a key, `NOT_FOUND` for one that is not registered for the project, such as
    ///   the derived one.
    package static func run(_ request: APIKeySelection, _ call: ControlCall) async throws -> NoMembers {
        guard let key = try ControlParameter.text("key", request.key) else {
            throw WireError.invalidArgument(member: "key", "must say which API key to delete")
        }
        guard try await call.services.storage.apiKeys.remove(key, of: call.project.id) else {
            throw WireError.notFound("No such API key is registered for project \(call.project.id).")
        }
        return NoMembers()
    }
}

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
