import FirebreakControl
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import NIOCore

/// Passes a call to the journal as it was: nothing is parsed, and only small bodies are copied.
enum JournalTap {
    /// Keeps a call that has ended, if there is a journal.
    ///
    /// - Parameters:
    ///   - answer: `nil` where the connection ends without one.
    ///   - route: `nil` where there is no such path.
    ///   - began: When the call came.
    ///   - duration: How long it took.
    static func append(
        _ answer: RouteResponse?, of route: Route?, to head: HTTPRequest, _ record: RequestRecord,
        _ control: ControlServices, at began: Timestamp, after duration: Duration
    ) {
        guard let journal = control.journal, route?.isRecorded != false else { return }
        let content = JournalCall.Content(
            began: began, duration: duration, operation: route?.operation, method: head.method.rawValue,
            path: head.path ?? "/", status: answer?.status.code,
            response: RecordedBody(answer?.body ?? [], contentType: answer?.contentType), record: record)
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
