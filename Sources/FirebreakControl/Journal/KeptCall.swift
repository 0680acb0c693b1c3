import FirebreakOperations
import FirebreakWire
import Foundation

/// A call in the file of a run: as lists and pages show it, and no more of it (firebreak.md section 14.1).
enum KeptCall {
    static func document(_ entry: JournalEntry) throws -> JSON {
        let content = entry.content
        let known = content.record
        let shown = RedactedCall(content)
        var document: JSON = [
            "id": .int(entry.id), "seq": .int(entry.seq), "began": .int(content.began.milliseconds),
            "duration": .int(Int64(content.duration / .microseconds(1))), "method": .string(content.method),
            "path": .string(shown.path), "profile": .string(known.profile.rawValue),
            "messages": .array(known.messages.map { .int($0) }),
            "request": body(known.request, shown.requestDocument),
            "response": body(content.response, shown.responseDocument),
        ]
        let facts = entry.facts
        let client = content.client
        let texts: [(String, String?)] = [
            ("project", known.project?.rawValue), ("operation", content.operation), ("tenant", known.tenant?.rawValue),
            ("caller", known.caller.map { JournalCaller($0).rawValue }), ("fault", known.fault), ("error", known.error),
            ("shownError", facts.error), ("localId", facts.localID), ("email", facts.email),
            ("phoneNumber", facts.phoneNumber), ("clientVersion", client.version), ("userAgent", client.userAgent),
            ("origin", client.origin), ("ip", client.ip), ("reference", known.reference),
        ]
        for (name, text) in texts { document[name] = text.map(JSON.string) }
        document["status"] = content.status.map { .int($0) }
        document["clock"] = known.clock?.document
        if let reason = known.reason {
            document["reason"] = shown.without(try JSON(parsing: [UInt8](JSONEncoder().encode(reason))))
        }
        return document
    }

    private static func body(_ body: RecordedBody, _ shown: JSON?) -> JSON {
        var document: JSON = ["length": .int(body.length)]
        document["type"] = body.contentType.map(JSON.string)
        document["document"] = shown
        return document
    }

    /// - Returns: `nil` for what this build cannot read.
    static func content(_ document: JSON) -> (id: Int64, seq: Int64, content: JournalEntry.Content)? {
        func text(_ name: String) -> String? { document[name]?.stringValue }
        func number(_ name: String) -> Int64? { document[name]?.integerValue }
        guard let id = number("id"), let seq = number("seq"), let began = number("began"), let method = text("method"),
            let path = text("path"), let profile = text("profile").flatMap(Profile.init(rawValue:))
        else { return nil }
        var client = OperationContext.Client()
        (client.version, client.userAgent) = (text("clientVersion"), text("userAgent"))
        (client.origin, client.ip) = (text("origin"), text("ip"))
        let record = RequestRecord(profile, from: client)
        record.update { known in
            known.project = text("project").map(ProjectID.init(rawValue:))
            known.clock = document["clock"].map(ProjectClock.init(document:))
            known.tenant = text("tenant").map(TenantID.init(rawValue:))
            known.caller = text("caller").flatMap(JournalCaller.init(rawValue:))?.caller
            known.messages = document["messages"]?.arrayValue?.compactMap(\.integerValue) ?? []
            known.fault = text("fault")
            known.error = text("error")
            known.reference = text("reference")
            known.request = body(document["request"])
            // One that a later build has is not explained.
            known.reason = document["reason"].flatMap {
                try? JSONDecoder().decode(Reason.self, from: Data($0.bytes))
            }
        }
        var content = JournalEntry.Content(
            began: Timestamp(milliseconds: began), duration: .microseconds(number("duration") ?? 0),
            operation: text("operation"), method: method, path: path, status: number("status").map(Int.init),
            response: body(document["response"]), record: record)
        content.facts = JournalFacts(
            localID: text("localId"), email: text("email"), phoneNumber: text("phoneNumber"), error: text("shownError"))
        return (id, seq, content)
    }

    private static func body(_ document: JSON?) -> RecordedBody {
        guard let shown = document?["document"] else {
            let length = document?["length"]?.integerValue.map(Int.init) ?? 0
            return RecordedBody(beginning: [], length: length, contentType: document?["type"]?.stringValue)
        }
        return RecordedBody(shown.bytes, contentType: "application/json")
    }
}

extension JournalCaller {
    fileprivate var caller: OperationContext.Caller {
        switch self {
        case .app: .apiKey
        case .admin: .admin
        case .anybody: .anybody
        }
    }
}
