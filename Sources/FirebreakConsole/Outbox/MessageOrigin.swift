import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

/// The call that made a message, and why the message did not go out, or what it carries works no more.
struct MessageOrigin {
    /// `nil` where the journal does not have it any more.
    let call: JournalRecord?
    /// The fault that lost or delays the message.
    let fault: String?
    let why: WhyPanel?

    init(_ message: OutboxMessage, _ request: ConsoleRequest) async throws {
        let found = Self.cause(of: message, request)
        call = found?.record
        let isTaken = [.failed, .scheduled].contains(message.delivery)
        fault = isTaken ? found?.record.fault ?? message.lostBy : nil
        let (explanation, change) = Self.explanation(of: message, found, request)
        guard let explanation else {
            why = nil
            return
        }
        why = try await WhyPanel(explanation, change, on: Self.page(of: message, found, request), request)
    }

    private static func cause(of message: OutboxMessage, _ request: ConsoleRequest) -> JournalDetail? {
        let journal = request.journal(.project(request))
        return journal?.cause(ofMessage: message.seq).flatMap { journal?.detail($0, request.call.settings) }
    }

    /// What decided: the time of an expired code, also of one that works again because that was changed from its page,
    /// else what the call's record says of a message that did not go out.
    private static func explanation(
        of message: OutboxMessage, _ found: JournalDetail?, _ request: ConsoleRequest
    ) -> (Explanation?, Explanation.Change?) {
        let isMended = request.call.control.remedies.remedy(of: pageID(message), in: request.project) != nil
        if message.status == .expired || (isMended && message.delivery == .sent) {
            let end = message.expiresAt.flatMap(Timestamp.init(rfc3339:))
            guard let end, end <= request.call.now else { return (nil, nil) }
            let explanation = Explanation(ofExpiryAt: end, request.call)
            return (explanation, explanation.change)
        }
        switch message.delivery {
        case .suppressed, .blocked, .failed, .scheduled: return (found?.explanation, found?.change)
        default: return (nil, nil)
        }
    }

    private static func pageID(_ message: OutboxMessage) -> String { "outbox/\(message.id)" }

    private static func page(
        of message: OutboxMessage, _ found: JournalDetail?, _ request: ConsoleRequest
    ) -> WhyPanel.Page {
        let again = found.flatMap { found in
            found.original == nil ? nil : request.path(.requests).below(String(found.record.seq), "again")
        }
        return WhyPanel.Page(
            id: pageID(message), path: request.path(.outbox).below(message.id),
            query: OutboxQuery(request).parameters(), again: again, isOfMessage: true)
    }

    // MARK: Forms

    @Sendable static func mend(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await answer(request, .mended) { message, found in
            try await WhyPanel.mend(
                explanation(of: message, found, request).1, on: page(of: message, found, request), request)
        }
    }

    @Sendable static func undo(_ request: ConsoleRequest) async throws -> RouteResponse {
        try await answer(request, .undone) { message, found in
            try await WhyPanel.undo(on: page(of: message, found, request), request)
        }
    }

    /// - Parameter act: Returns what is wrong; `nil` where it was done.
    private static func answer(
        _ request: ConsoleRequest, _ notice: ConsoleNotice,
        _ act: (OutboxMessage, JournalDetail?) async throws -> ConsoleFrame.Notice?
    ) async throws -> RouteResponse {
        let id = request.parameter("id")
        guard let message = try await MessagePage.find(id, request) else {
            throw ConsoleProblem.notFound("There is no such message.")
        }
        let found = cause(of: message, request)
        if let problem = try await act(message, found) {
            return try await OutboxListPage(request.renewed(), message: id).answer(notice: problem, status: 400)
        }
        let page = page(of: message, found, request)
        return request.redirect(to: page.path.with(page.query), notice: notice)
    }
}

extension OutboxMessage {
    /// The fault that lost it, by the words that the outbox keeps.
    fileprivate var lostBy: String? {
        guard delivery == .failed, let rest = reason?.rest(afterBytes: "the fault "),
            let (id, _) = rest.parted(at: " lost it")
        else { return nil }
        return String(id)
    }

    /// Why it was not sent, for people: what a blocking function answered is read, and a fault is named where there is
    /// room for a link to it.
    var reasonInWords: String? {
        guard let reason else { return nil }
        switch delivery {
        case .blocked: return Self.refusal(reason)
        case .failed where lostBy != nil: return "a fault lost it"
        default: return reason
        }
    }

    /// `beforeSendEmail refused: CODE : HTTP Cloud Function returned an error: {"error":{"message":"…"}}` in words.
    private static func refusal(_ reason: String) -> String {
        guard let (function, answer) = reason.parted(at: " refused: ") else { return reason }
        guard let (members, _) = answer.parted(at: "{")?.after.parted(atLast: "}"),
            let error = (try? JSON(parsing: "{\(members)}"))?["error"],  // no JSON: as it stands
            let message = error["message"]?.stringValue?.nonEmpty
        else {
            return "\(function) refused it: \(answer.parted(at: " : ")?.after ?? answer)"
        }
        let status = error["status"]?.stringValue.map { " (\($0))" } ?? ""
        return "\(function) refused it: “\(message)”\(status)"
    }
}
