import FirebreakControl
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import NIOCore

/// Passes a call to the journal as it was: nothing is parsed, and only small bodies are copied.
struct JournalTap {
    private let journal: Journal
    private let began: Timestamp

    /// - Returns: `nil` without a journal.
    init?(_ control: ControlServices) {
        guard let journal = control.journal else { return nil }
        self.journal = journal
        began = control.services.now()
    }

    /// - Parameters:
    ///   - answer: `nil` where the connection ends without one.
    ///   - route: `nil` where there is no such path.
    ///   - duration: How long the call took.
    func append(
        _ answer: RouteResponse?, of route: Route?, to head: HTTPRequest, _ record: RequestRecord,
        after duration: Duration
    ) {
        guard route?.isRecorded != false else { return }
        let content = JournalCall.Content(
            began: began, duration: duration, operation: route?.operation, method: head.method.rawValue,
            path: head.path ?? "/", status: answer?.status.code,
            client: record.client, response: RecordedBody(answer?.body ?? [], contentType: answer?.contentType),
            record: record.content)
        journal.append(JournalCall(content))
    }

    /// Keeps the body of a request, if there is a journal.
    static func note(
        _ content: ByteBuffer, of route: Route, _ head: HTTPRequest, _ record: RequestRecord, _ control: ControlServices
    ) {
        guard control.journal != nil, route.isRecorded, content.readableBytes > 0 else { return }
        let length = min(content.readableBytes, RecordedBody.maximum)
        let bytes = content.getBytes(at: content.readerIndex, length: length) ?? []
        let body = RecordedBody(
            beginning: bytes, length: content.readableBytes, contentType: head.headerFields.value(.contentType))
        record.update { $0.request = body }
    }
}
