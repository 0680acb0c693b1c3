import FirebreakControl
import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension RequestContext {
    /// What a page that refuses something tells developers: where the console has the message that it is about, and this
    /// call with the reason and what changes it. Readers on this machine alone are told.
    ///
    /// - Parameter messageID: Finds the message in the outbox of the call's project; `nil` if there is none.
    func consoleLinks(messageID: (ProjectID) async -> String? = { _ in nil }) async -> [ConsoleLink] {
        guard source.isLocal else { return [] }
        var links: [ConsoleLink] = []
        if let project = record.project, let id = await messageID(project) {
            links.append(ConsoleLink(to: .message, at: MountedConsole.path(ofMessage: id, in: project)))
        }
        // Without a journal the console has no calls.
        if control.journal != nil {
            links.append(ConsoleLink(to: .refusal, at: MountedConsole.path(ofCall: record.reference())))
        }
        return links
    }
}
