package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// What a Functions emulator answers when it is asked for its functions, `GET /backends` (blocking-functions.md section
/// 8).
package struct FunctionsAnswer: Sendable {
    /// Why there are no functions to take from an answer.
    package enum Problem: Error, Sendable, Equatable {
        /// What answered is not a Functions emulator.
        case noFunctionsEmulator
        /// The answer is that of a Functions emulator, but what stands at this place of it cannot be one's functions.
        case malformed(String)
        /// The emulator runs for this project.
        case otherProject(String)
    }

    private static let blockingEvents = "providers/cloud.auth/eventTypes/user."
    private static let accountEvents = "providers/firebase.auth/eventTypes/"
    /// Bytes of the longest name of a region or a function.
    private static let longestName = 128

    package private(set) var functions: FoundFunctions

    /// - Parameters:
    ///   - body: The body of a successful answer.
    ///   - origin: Scheme, host and port that it came from.
    ///   - project: The project that the emulator should run for.
    package init(_ body: [UInt8], from origin: String, for project: String) throws(Problem) {
        let document = try? JSON(parsing: body, keys: .verbatim)
        guard let backends = document?["backends"]?.arrayValue else { throw .noFunctionsEmulator }
        functions = FoundFunctions(origin: origin, triggers: [], forwarded: .emptyObject)
        for (index, backend) in backends.enumerated() {
            let place = "backends[\(index)]"
            guard backend.objectValue != nil else { throw .malformed(place) }
            let triggers = Self.present(backend["functionTriggers"])
            guard triggers == nil || triggers?.arrayValue != nil else { throw .malformed("\(place).functionTriggers") }
            for (index, trigger) in (triggers?.arrayValue ?? []).enumerated() {
                if let other = Self.project(of: trigger), other != project { throw .otherProject(other) }
                try add(trigger, at: "\(place).functionTriggers[\(index)]")
            }
        }
        // The last of several decides.
        var seen: Set<FoundFunctions.Trigger> = []
        functions.triggers = Array(functions.triggers.reversed().filter { seen.insert($0).inserted }.reversed())
    }

    private mutating func add(_ trigger: JSON, at place: String) throws(Problem) {
        guard trigger.objectValue != nil else { throw .malformed(place) }
        guard let event = try Self.event(of: trigger, at: place) else { return }
        guard let region = Self.name(trigger["region"]) else { throw .malformed("\(place).region") }
        guard let name = Self.name(trigger["name"]) else { throw .malformed("\(place).name") }
        let tenant = try Self.tenant(of: trigger, at: place)
        functions.triggers.append(FoundFunctions.Trigger(event: event, region: region, name: name, tenant: tenant))
        // A project has one setting for all of its functions.
        for credential in ["idToken", "accessToken", "refreshToken"]
        where trigger[path: "blockingTrigger.options"]?[credential]?.boolValue == true {
            functions.forwarded[credential] = true
        }
    }

    /// `nil` for functions that have nothing to do with accounts.
    private static func event(of trigger: JSON, at place: String) throws(Problem) -> String? {
        if let type = try eventType(of: trigger, "blockingTrigger", at: place) {
            return type.rest(afterBytes: blockingEvents).flatMap { BlockingEvent(rawValue: String($0)) }?.rawValue
        }
        guard let type = try eventType(of: trigger, "eventTrigger", at: place) else { return nil }
        let kinds: [AccountEvent.Kind] = [.created, .deleted]
        if let end = type.rest(afterBytes: accountEvents) { return kinds.map(\.name).first { $0 == end } }
        guard let end = type.rest(afterBytes: AccountEvent.Kind.cloudEventTypes) else { return nil }
        return kinds.map(\.cloudEventName).first { $0 == end }
    }

    /// The tenant that a function of the 2nd generation filters by, empty for accounts of no tenant.
    private static func tenant(of trigger: JSON, at place: String) throws(Problem) -> String? {
        guard let filters = present(trigger[path: "eventTrigger.eventFilters"]) else { return nil }
        guard filters.objectValue != nil else { throw .malformed("\(place).eventTrigger.eventFilters") }
        guard let filter = present(filters["tenantid"]) else { return nil }
        guard let tenant = filter.stringValue, tenant.utf8.count <= longestName else {
            throw .malformed("\(place).eventTrigger.eventFilters.tenantid")
        }
        return tenant
    }

    /// - Returns: `nil` if the function has no trigger of this kind.
    private static func eventType(of trigger: JSON, _ kind: String, at place: String) throws(Problem) -> String? {
        guard let own = present(trigger[kind]) else { return nil }
        guard let type = own["eventType"]?.stringValue else { throw .malformed("\(place).\(kind).eventType") }
        return type
    }

    private static func present(_ value: JSON?) -> JSON? { value?.isNull == false ? value : nil }

    /// The project whose accounts a function waits for, where it says so.
    private static func project(of trigger: JSON) -> String? {
        guard trigger[path: "eventTrigger.eventType"]?.stringValue?.startsWithBytes(of: accountEvents) == true,
            let id = trigger[path: "eventTrigger.resource"]?.stringValue?.rest(afterBytes: "projects/"),
            (1...longestName).contains(id.utf8.count)
        else { return nil }
        return String(id)
    }

    private static func name(_ value: JSON?) -> String? {
        guard let name = value?.stringValue, (1...longestName).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { return nil }
        return name
    }
}
