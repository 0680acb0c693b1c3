package import FirebreakWire
import Synchronization

/// What becomes known about a request on its way: it decides the wording of errors, and the journal keeps it.
package final class RequestRecord: Sendable {
    package struct Content: Sendable {
        /// The server's, until the project is known.
        package var profile: Profile
        package var project: ProjectID?
        /// The project's.
        package var clock: ProjectClock?
        package var tenant: TenantID?
        /// `nil` where the credentials were refused, or not looked at.
        package var caller: OperationContext.Caller?
        /// The host that it was sent to, where it was refused for that.
        package var refusedHost: String?
        /// The `seq` of each message that the request put into the project's outbox.
        package var messages: [Int64] = []
        /// The ID of the fault that made the answer or delayed it, or that lost or delayed a message.
        package var fault: String?
        /// Whether the fault closes the connection in place of the answer.
        package var dropsAnswer = false
        /// What decided the answer, where the answer itself does not say it.
        package var reason: Reason?
        /// The code of an error that the answer tells as a page.
        package var error: String?
        /// What a page that tells of the call leads to it by (``RequestRecord/reference()``); `nil` where none does.
        package var reference: String?
        /// Noted only for the journal.
        package var request = RecordedBody.none
    }

    /// Who sent the request, by what every request reports.
    package let client: OperationContext.Client
    private let state: Mutex<Content>

    package init(_ profile: Profile, from client: OperationContext.Client = OperationContext.Client()) {
        self.client = client
        state = Mutex(Content(profile: profile))
    }

    package var content: Content { state.withLock { $0 } }
    package var profile: Profile { state.withLock { $0.profile } }
    /// The fault that acted, and whether it closes the connection in place of the answer.
    package var fault: (id: String?, dropsAnswer: Bool) { state.withLock { ($0.fault, $0.dropsAnswer) } }

    package var project: ProjectID? { state.withLock { $0.project } }
    /// Bytes that the request's body takes, and a host that it was refused for.
    package var requestMemory: Int { state.withLock { $0.request.memory + ($0.refusedHost?.utf8.count ?? 0) } }

    private static let referenceLength = 22

    /// What a page leads to the call's entry in the journal by, before that has a number. It says nothing of the call,
    /// and is not from the server's own random source, which a seeded run draws its codes from.
    package func reference() -> String {
        state.withLock { content in
            let reference = content.reference ?? RandomSource.system.alphanumeric(Self.referenceLength)
            content.reference = reference
            return reference
        }
    }

    package func update(_ change: (inout Content) -> Void) { state.withLock { change(&$0) } }

    /// For the journal, which reads no pages: the error that an answer tells in words of its own, and what decided it.
    package func note(_ error: WireError) {
        update { content in
            content.error = error.wording(in: content.profile).code
            if let reason = error.reason { content.reason = reason }
        }
    }
}
