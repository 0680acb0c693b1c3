package import FirebreakStore
package import FirebreakWire
import Logging

/// What passes messages on to other servers (firebreak.md section 5.4). Deliveries are stored with their messages; they
/// are made later, independently of the calls that caused them.
package struct MessageDeliveries: Sendable {
    /// The server that mails go to; `nil` without one.
    private let mailServer: MessageDestination?
    /// To be called after the commit that stored deliveries to these destinations.
    package let wake: @Sendable (ProjectID, Set<String>) -> Void

    package init(mailServer: MessageDestination?, wake: @escaping @Sendable (ProjectID, Set<String>) -> Void) {
        self.mailServer = mailServer
        self.wake = wake
    }

    /// For a server that makes no deliveries.
    package static let none = MessageDeliveries(mailServer: nil) { _, _ in }

    /// Where messages of the project go now.
    package func destinations(of project: ProjectID, _ rules: Rules) -> [MessageDestination] {
        guard rules.messageWebhook != nil || mailServer != nil else { return [] }
        return [rules.messageWebhook?.destination(for: project), mailServer].compactMap { $0 }
    }
}

extension Services {
    /// Has the deliveries of a project looked at again.
    package func wakeDeliveries(of project: ProjectID, _ rules: Rules) {
        let destinations = deliveries.destinations(of: project, rules)
        guard !destinations.isEmpty else { return }
        deliveries.wake(project, Set(destinations.map(\.name)))
    }

    /// To be called before deliveries of the project are stored, so that the next start finds them. A failure must not
    /// fail the call that makes the message.
    package func noteDeliveries(of project: ProjectID) async {
        do { try await storage.deliveringProjects.note(project) } catch is CancellationError {
            // The call ends without its message.
        } catch {
            logger.warning("Deliveries of project \(project) may not go on after a restart: \(error)")
        }
    }
}
