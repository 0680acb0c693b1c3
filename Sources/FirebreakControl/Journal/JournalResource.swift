package import FirebreakModel
package import FirebreakOperations
import FirebreakWire

/// Shows calls as the control API does: parsed, and without their secrets (firebreak.md section 12).
struct JournalResource: Sendable {
    init() {}

    func record(_ entry: JournalEntry) -> JournalRecord { record(entry, RedactedCall(entry.content)) }

    /// The same for a list: without the bodies, which cost the most, and explained without the request that changes it.
    func summary(_ entry: JournalEntry) -> JournalRecord {
        var record = record(entry, path: entry.texts.path)
        record.explanation = entry.texts.explanation
        return record
    }

    /// What a search looks at.
    func searchedTexts(_ entry: JournalEntry) -> [String?] {
        let shown = summary(entry)
        return [
            shown.operation, shown.method, shown.path, shown.status.map(String.init), shown.error, shown.explanation,
            shown.email, shown.localID, shown.phoneNumber, shown.caller?.rawValue, shown.tenant, shown.project,
            shown.fault,
        ]
    }

    /// The same with what the API does not tell apart.
    ///
    /// - Parameter settings: Those of the project as they are now.
    func detail(_ entry: JournalEntry, _ settings: ProjectSettings?) -> JournalDetail {
        let content = entry.content
        let shown = RedactedCall(content, settings: settings)
        return JournalDetail(
            record: record(entry, shown), explanation: shown.explanation, change: shown.exactChange,
            requestForm: JournalBody.form(of: content.record.request), original: RecordedCall(content))
    }

    private func record(_ entry: JournalEntry, _ shown: RedactedCall) -> JournalRecord {
        var record = record(entry, path: shown.path)
        record.explanation = shown.sentence
        record.request = shown.request
        record.response = shown.response
        return record
    }

    /// Without bodies, and not explained.
    private func record(_ entry: JournalEntry, path: String) -> JournalRecord {
        let content = entry.content
        let known = content.record
        let facts = entry.facts
        let (seconds, attoseconds) = content.duration.components
        var record = JournalRecord(
            id: entry.id, seq: entry.seq, project: entry.project?.rawValue,
            at: (known.clock?.time(at: content.began) ?? content.began).rfc3339, method: content.method,
            path: path, status: content.status,
            durationMicroseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000,
            client: JournalRecord.Client(
                version: content.client.version, userAgent: content.client.userAgent, origin: content.client.origin,
                ip: content.client.ip),
            messages: known.messages)
        record.operation = content.operation
        record.error = facts.error
        record.caller = known.caller.map { .init(rawValue: JournalCaller($0).rawValue) }
        record.tenant = known.tenant?.rawValue
        record.localID = facts.localID
        record.email = facts.email
        record.phoneNumber = facts.phoneNumber
        record.fault = known.fault
        record.requestLength = known.request.isWhole ? nil : known.request.length
        record.responseLength = content.response.isWhole ? nil : content.response.length
        return record
    }
}

/// What lists show of a call and searches look at, without the secrets in it.
struct JournalTexts: Sendable {
    /// With the query.
    let path: String
    /// Why it was answered so, without the request that changes it.
    let explanation: String?

    init(of content: JournalEntry.Content) {
        let shown = RedactedCall(content, showsBodies: false)
        path = shown.path
        explanation = shown.explanation?.words
    }
}

/// A call with everything that a page about it shows, or repeats.
package struct JournalDetail: Sendable {
    package enum BodyForm: Sendable {
        case none, document
        /// `application/x-www-form-urlencoded`.
        case fields
        /// What the journal cannot read, and keeps only the length of.
        case other
    }

    /// As the control API shows it.
    package var record: JournalRecord
    /// Its explanation in parts.
    package var explanation: Explanation?
    /// The change of the explanation; `nil` as well where something in it is secret.
    package var change: Explanation.Change?
    package var requestForm: BodyForm
    /// `nil` where the journal did not keep all of it.
    package var original: RecordedCall?
}

/// A call as it came, with its secrets: to be sent once more, never to be shown.
package struct RecordedCall: Sendable {
    package let method: String
    /// With the query.
    package let path: String
    package let body: [UInt8]
    package let contentType: String?
    package let client: OperationContext.Client
    package let caller: OperationContext.Caller?
    /// The host that it was sent to, where it was refused for that.
    package let refusedHost: String?
    /// Whether it was answered with a page.
    package let wantsPage: Bool

    fileprivate init?(_ content: JournalEntry.Content) {
        let known = content.record
        guard known.request.isWhole else { return nil }
        method = content.method
        path = content.path
        body = known.request.bytes
        contentType = known.request.contentType
        client = content.client
        caller = known.caller
        refusedHost = known.refusedHost
        wantsPage = content.response.contentType?.startsWithBytes(of: "text/html") ?? false
    }
}

/// The texts and documents of a call without the secrets in any of them.
struct RedactedCall {
    let path: String
    /// What the journal could read of the bodies.
    private let documents: (request: JSON?, response: JSON?)
    let request: JSONValue?
    let response: JSONValue?
    private let reason: Explanation?
    private let secrets: Redaction.Shown

    init(_ content: JournalEntry.Content, showsBodies: Bool = true, settings: ProjectSettings? = nil) {
        let request = JournalBody.document(content.record.request)
        var response = JournalBody.document(content.response)
        if !content.record.request.isWhole { response = response?.withoutErrorTexts }
        var redaction = Redaction()
        redaction.collect(from: content.path)
        redaction.collect(from: request)
        redaction.collect(from: response)
        // What is secret in a body that cannot be read is not known, and the reference's answer repeats it.
        if request == nil, content.record.request.length > 0 {
            redaction.add(String(decoding: content.record.request.bytes, as: UTF8.self), "request")
        }
        let shown = Redaction.Shown(redaction)
        secrets = shown
        path = shown.text(content.path)
        documents = (request, response)
        self.request = showsBodies ? Self.value(request, of: content.record.request, shown) : nil
        self.response = showsBodies ? Self.value(response, of: content.response, shown) : nil
        let scope = Reason.Scope(
            project: content.record.project, tenant: content.record.tenant, profile: content.record.profile,
            settings: settings)
        reason = content.record.reason?.explanation(in: scope)
    }

    var requestDocument: JSON? { documents.request.map(secrets.document) }
    var responseDocument: JSON? { documents.response.map(secrets.document) }

    /// Another document of the call without the secrets.
    func without(_ document: JSON) -> JSON { secrets.document(document) }

    /// Why it was answered so, in one sentence.
    var sentence: String? { reason.map { secrets.text($0.sentence) } }

    /// The same in its parts.
    var explanation: Explanation? {
        reason.map { reason in
            Explanation(
                secrets.text(reason.words),
                reason.change.map { change in
                    Explanation.Change(
                        method: change.method, path: secrets.text(change.path),
                        body: change.body.map { secrets.document($0) }, parts: change.parts)
                }, effect: reason.effect, button: secrets.text(reason.button))
        }
    }

    /// The change as it is, if it can be shown so.
    var exactChange: Explanation.Change? { reason?.change.flatMap { $0 == explanation?.change ? $0 : nil } }

    /// `nil` where there is no body.
    private static func value(_ document: JSON?, of body: RecordedBody, _ shown: Redaction.Shown) -> JSONValue? {
        guard body.length > 0 else { return nil }
        return document.map { JSONValue(shown.document($0)) } ?? .string(JournalBody.placeholder(body))
    }
}

extension JSON {
    /// An answer without the sentences of its error: they may quote what was not kept of the request.
    fileprivate var withoutErrorTexts: JSON {
        guard var error = self["error"], let message = error["message"]?.stringValue else { return self }
        error["message"] = .string(WireError.Wording(message).code)
        error["errors"] = JSON?.none
        error["details"] = JSON?.none
        var copy = self
        copy["error"] = error
        return copy
    }
}

extension JSONValue {
    /// The value as clients of the library have it.
    init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let text): self = Int64(text).map(Self.integer) ?? .number(Double(text) ?? 0)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map(Self.init))
        case .object(let members): self = .object(members.map { Member($0.key, Self($0.value)) })
        }
    }
}
