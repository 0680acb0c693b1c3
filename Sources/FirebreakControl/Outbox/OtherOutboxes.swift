import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Which other projects of the server received what a wait timed out on. The usual cause is an API key that selects a
/// different project than the test expects.
struct OtherOutboxes: Sendable {
    /// Only the default project and the first others are searched; more would make a failing test slow.
    private static let maximumSearched = 50
    private static let maximumNamed = 3
    /// Of the messages of a project that match but for what is looked for in them.
    private static let maximumLookedAt = 20
    private static let recentMilliseconds: Int64 = 900_000

    private struct Find: Sendable {
        var project: ProjectID
        var message: Message
    }

    private let project: ProjectID
    private let finds: [Find]
    private let keyRule: String

    /// - Parameter filter: Only its recipient counts; without one, everything but cursor and status.
    init(for filter: MessageFilter, besides project: ProjectID, _ services: Services) async throws {
        var sought = filter
        if let recipient = filter.recipient {
            sought = MessageFilter()
            sought.recipient = recipient
            sought.spacedRecipient = filter.spacedRecipient
        }
        sought.after = nil
        sought.status = nil

        let main = services.defaultProject
        let others = [main] + (try services.projects.projects()).filter { $0 != main }
        var finds: [Find] = []
        for id in others.filter({ $0 != project }).prefix(Self.maximumSearched) {
            // A project that cannot be read has nothing to say here.
            guard let message = try? await Self.newest(sought, in: id, services) else { continue }
            finds.append(Find(project: id, message: message))
        }
        self.project = project
        self.finds = finds
        keyRule = Self.keyRule(for: project, services)
    }

    private static func newest(
        _ filter: MessageFilter, in id: ProjectID, _ services: Services
    ) async throws -> Message? {
        let other = try services.projects.project(id)
        let now = try await other.settings().clock.time(at: services.now())
        let newest = try await other.read { tx in
            try tx.messages(filter, at: OutboxMoment(now), descending: true, limit: maximumLookedAt).first { message in
                filter.search.map { $0.isIn(OutboxListing.behavior(of: message)) } ?? true
            }
        }
        guard let newest, newest.createdAt.advanced(byMilliseconds: recentMilliseconds) >= now else { return nil }
        return newest
    }

    /// How the project of an app's request is selected (firebreak.md section 2).
    private static func keyRule(for project: ProjectID, _ services: Services) -> String {
        let unknown =
            switch services.unknownKeys {
            case .default: "any other key means the default project \(services.defaultProject)"
            case .reject: "any other key is refused"
            }
        let key = DerivedAPIKey.ownKey(of: project)
        return
            "An API key selects the project: \(key) selects \(project), as does any key registered for it; \(unknown)."
    }

    /// One or more sentences.
    var words: String {
        guard !finds.isEmpty else { return "No other project got such a message either." }
        let named = finds.prefix(Self.maximumNamed).map { find in
            let key = find.message.request["apiKey"]?.stringValue
            return "project \(find.project) got \(find.message.type) to \(find.message.recipient.onOneLine)"
                + (key.map { " requested with API key \($0.onOneLine)" } ?? "")
        }
        let more = finds.count > Self.maximumNamed ? "; and \(finds.count - Self.maximumNamed) more projects" : ""
        return "But \(named.joined(separator: "; "))\(more). \(keyRule)"
    }
}
