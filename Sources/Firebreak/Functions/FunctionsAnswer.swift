package import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// What a Functions emulator answers when it is asked for its functions, `GET /backends` (blocking-functions.md section
/// 8).
package struct FunctionsAnswer: Sendable {
    /// Why there are no functions to take from an answer.
    package enum Problem: Error, Sendable, Equatable {
        /// What answered is no Functions emulator.
        case noFunctionsEmulator
        /// The emulator runs for this project.
        case otherProject(String)
    }

    private static let blockingEvents = "providers/cloud.auth/eventTypes/user."
    private static let accountEvents = "providers/firebase.auth/eventTypes/"
    /// Bytes of the longest name of a region or a function.
    private static let longestName = 128

    package private(set) var functions: FoundFunctions
    /// How many functions are left out, because no path can have their names.
    package private(set) var omitted = 0

    /// - Parameters:
    ///   - body: The body of a successful answer.
    ///   - origin: Scheme, host and port that it came from.
    ///   - project: The project that the emulator should run for.
    package init(_ body: [UInt8], from origin: String, for project: String) throws(Problem) {
        let document = try? JSON(parsing: body, keys: .verbatim)
        guard let backends = document?["backends"]?.arrayValue else { throw .noFunctionsEmulator }
        functions = FoundFunctions(origin: origin, triggers: [], forwarded: .emptyObject)
        for backend in backends {
            for trigger in backend["functionTriggers"]?.arrayValue ?? [] {
                if let other = Self.project(of: trigger), other != project { throw .otherProject(other) }
                add(trigger)
            }
        }
    }

    private mutating func add(_ trigger: JSON) {
        guard let event = Self.event(of: trigger) else { return }
        guard let region = Self.name(trigger["region"]), let name = Self.name(trigger["name"]) else {
            omitted += 1
            return
        }
        functions.triggers.append(FoundFunctions.Trigger(event: event, region: region, name: name))
        // A project has one setting for all of its functions.
        for credential in ["idToken", "accessToken", "refreshToken"]
        where trigger[path: "blockingTrigger.options"]?[credential]?.boolValue == true {
            functions.forwarded[credential] = true
        }
    }

    /// `nil` for functions that have nothing to do with accounts.
    private static func event(of trigger: JSON) -> String? {
        if let type = trigger[path: "blockingTrigger.eventType"]?.stringValue {
            return type.rest(after: blockingEvents).flatMap { BlockingEvent(rawValue: String($0)) }?.rawValue
        }
        guard let type = trigger[path: "eventTrigger.eventType"]?.stringValue?.rest(after: accountEvents) else {
            return nil
        }
        return [.created, .deleted].map(\AccountEvent.Kind.name).first { $0 == type }
    }

    /// The project whose accounts a function waits for, where it says so.
    private static func project(of trigger: JSON) -> String? {
        guard trigger[path: "eventTrigger.eventType"]?.stringValue?.begins(with: accountEvents) == true,
            let id = trigger[path: "eventTrigger.resource"]?.stringValue?.rest(after: "projects/"),
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
