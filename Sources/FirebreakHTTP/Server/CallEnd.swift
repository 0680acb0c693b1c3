import FirebreakControl
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import Logging

/// Notes the end of a call: in the journal, in the counts, and in the log.
struct CallEnd {
    private let control: ControlServices
    private let head: HTTPRequest
    private let path: String
    private let record: RequestRecord
    private let tap: JournalTap?
    private let start = ContinuousClock.now

    /// - Parameter path: That of the request, without the query, which can have secrets.
    init(
        of head: HTTPRequest, _ path: String, _ record: RequestRecord, _ control: ControlServices, isControl: Bool
    ) {
        self.control = control
        self.head = head
        self.path = path
        self.record = record
        tap = isControl ? nil : JournalTap(control)
    }

    /// - Parameters:
    ///   - answer: `nil` where the connection ends without one.
    ///   - route: `nil` where there is no such path.
    func note(_ answer: RouteResponse?, of route: Route?) {
        let isStream = answer?.events != nil
        let duration = ContinuousClock.now - start
        if !isStream { tap?.append(answer, of: route, to: head, record, after: duration) }
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
