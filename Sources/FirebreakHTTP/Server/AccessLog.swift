import FirebreakControl
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import Logging
import NIOCore

/// Notes the end of a call: in the journal, in the counts, and in the log.
struct AccessLog {
    private let control: ControlServices
    private let isControl: Bool
    private let record: RequestRecord
    private let start = ContinuousClock.now
    private let began: Timestamp

    init(_ record: RequestRecord, _ control: ControlServices, isControl: Bool) {
        self.control = control
        self.isControl = isControl
        self.record = record
        began = control.services.now()
    }

    /// - Parameters:
    ///   - answer: `nil` where the connection ends without one.
    ///   - route: `nil` where there is no such path.
    ///   - path: That of the request, without the query, which can have secrets.
    func note(_ answer: RouteResponse?, of route: Route?, to head: HTTPRequest, _ path: String) {
        let isStream = answer?.events != nil
        let duration = ContinuousClock.now - start
        if !isControl, !isStream {
            JournalTap.append(answer, of: route, to: head, record, control, at: began, after: duration)
        }
        let waits = isStream || route?.mayWait == true
        control.calls.add(area(of: route), status: answer?.status.code, duration: waits ? nil : duration)
        control.services.logger.debug(
            "\(head.method.rawValue) \(path) \(answer.map { String($0.status.code) } ?? "closed")",
            metadata: ["client": "\(record.client.ip ?? "this process")", "duration": "\(duration)"])
    }

    private func area(of route: Route?) -> CallCounts.Area {
        guard let route else { return .unknown }
        switch (route.kind, route.host) {
        case (.control, _): return .control
        case (.console, _): return .console
        case (_, .secureToken): return .secureToken
        case (_, .identityToolkit), (_, .legacy): return .identityToolkit
        case (_, nil): return .emulator
        }
    }
}

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
        let content = JournalEntry.Content(
            began: began, duration: duration, operation: route?.operation, method: head.method.rawValue,
            path: head.path ?? "/", status: answer?.status.code,
            response: RecordedBody(answer?.body ?? [], contentType: answer?.contentType), record: record)
        journal.append(content)
        control.services.projects.noteCall(of: record.project)
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
