public import FirebreakModel
import FirebreakWire

extension FirebreakProject {
    /// The messages that the service would have sent.
    public var outbox: Outbox { Outbox(project: self) }

    /// The outbox of a project.
    public struct Outbox: Sendable {
        fileprivate let project: FirebreakProject
    }
}

extension FirebreakProject.Outbox {
    /// `seq` of the latest message ever: passed as `after`, it selects only messages sent from now on.
    public func cursor() async throws(FirebreakFailure) -> Int64 { try await project.summary().outboxCursor }

    /// The messages that match, of the project and all its tenants.
    ///
    /// - Parameters:
    ///   - filter: Selects messages.
    ///   - paging: How many, and in which order.
    /// - Throws: `INVALID_ARGUMENT` for a condition or limit that cannot be.
    public func list(
        _ filter: OutboxFilter = OutboxFilter(), _ paging: OutboxPaging = OutboxPaging()
    ) async throws(FirebreakFailure) -> OutboxPage {
        try await project.call(OutboxAPI.list, Listed(filter, paging))
    }

    /// Waits until enough messages match. Existing messages count, unless the filter has a cursor.
    ///
    /// - Parameters:
    ///   - filter: Selects messages.
    ///   - count: How many must match, 1 through 1,000.
    ///   - time: How long to wait, by the real clock; at most ten minutes.
    ///   - paging: How many to return, and in which order.
    /// - Throws: `OUTBOX_TIMEOUT` when the time is over, describing what did arrive.
    public func wait(
        for filter: OutboxFilter, count: Int = 1, within time: Duration = .seconds(10),
        _ paging: OutboxPaging = OutboxPaging()
    ) async throws(FirebreakFailure) -> OutboxPage {
        try await project.transport.answer(
            project.waiting(OutboxAPI.wait, for: Listed(filter, paging), count: count, within: time))
    }

    /// Waits for the first message that matches.
    ///
    /// - Parameters:
    ///   - recipient: An address, case-insensitive, or a phone number.
    ///   - type: What the message is for; by default anything.
    ///   - after: A ``cursor()``; without one, an existing message counts.
    ///   - time: As for ``wait(for:count:within:_:)``.
    /// - Throws: `OUTBOX_TIMEOUT` when the time is over, describing what did arrive.
    public func next(
        to recipient: String? = nil, type: OutboxMessage.Kind? = nil, after: Int64? = nil,
        within time: Duration = .seconds(10)
    ) async throws(FirebreakFailure) -> OutboxMessage {
        let filter = OutboxFilter(to: recipient, type: type, after: after)
        guard let message = try await wait(for: filter, within: time, OutboxPaging(limit: 1)).messages.first else {
            throw FirebreakFailure(.unexpectedAnswer, "The server answered a wait without a message.")
        }
        return message
    }

    /// The newest message that matches.
    ///
    /// - Parameter filter: Selects messages.
    /// - Throws: `NOT_FOUND` when nothing matches.
    public func latest(_ filter: OutboxFilter = OutboxFilter()) async throws(FirebreakFailure) -> OutboxMessage {
        try await project.call(OutboxAPI.latest, filter)
    }

    /// The message with this ID.
    ///
    /// - Parameter id: `msg_` and 20 characters.
    /// - Throws: `NOT_FOUND`.
    public func message(_ id: String) async throws(FirebreakFailure) -> OutboxMessage {
        try await project.call(OutboxAPI.get, MessageID(id))
    }

    /// One part of a message by itself.
    ///
    /// - Parameters:
    ///   - part: Which one.
    ///   - id: ID of the message.
    /// - Returns: UTF-8; a link or a code without a line break.
    /// - Throws: `NOT_FOUND`, also when the message has no such part.
    public func part(_ part: Part, of id: String) async throws(FirebreakFailure) -> [UInt8] {
        try await project.document(OutboxAPI.part(part), MessageID(id))
    }

    /// One part of the newest message that matches.
    ///
    /// - Parameters:
    ///   - part: Which one.
    ///   - filter: Selects messages.
    /// - Returns: As ``part(_:of:)``.
    /// - Throws: `NOT_FOUND`, also when the message has no such part.
    public func part(
        _ part: Part, ofLatest filter: OutboxFilter = OutboxFilter()
    ) async throws(FirebreakFailure) -> [UInt8] {
        try await project.document(OutboxAPI.latestPart(part), filter)
    }

    /// Does what the person with the mail would do who follows its link.
    ///
    /// - Parameters:
    ///   - id: ID of the message.
    ///   - newPassword: The password to set, for a reset.
    /// - Throws: `NOT_FOUND`; `FAILED_PRECONDITION` for a message without a link; the failures of the code, such as
    ///   `EXPIRED_OOB_CODE`.
    @discardableResult
    public func open(_ id: String, newPassword: String? = nil) async throws(FirebreakFailure) -> OpenedMessage {
        try await project.transport.answer(opening(.id(id), newPassword: newPassword))
    }

    /// The same with the newest message that matches.
    ///
    /// - Parameters:
    ///   - filter: Selects messages.
    ///   - newPassword: The password to set, for a reset.
    /// - Throws: As ``open(_:newPassword:)``.
    @discardableResult
    public func openLatest(
        _ filter: OutboxFilter = OutboxFilter(), newPassword: String? = nil
    ) async throws(FirebreakFailure) -> OpenedMessage {
        try await project.transport.answer(opening(.latest(filter), newPassword: newPassword))
    }

    /// What happens in the outbox, as it happens: new messages, and new statuses of known ones.
    ///
    /// It ends with the server and when the project is dropped; then, and after a failure, list again, because changes
    /// of status may have been missed.
    ///
    /// - Parameter filter: Only messages that match; its status is not allowed. With a cursor, those after it come first.
    public func events(_ filter: OutboxFilter = OutboxFilter()) -> AsyncThrowingStream<OutboxEvent, any Error> {
        project.events(OutboxAPI.stream, filter).compactMapped(OutboxEvent.init)
    }

    /// New messages as they come.
    ///
    /// - Parameter filter: As for ``events(_:)``.
    public func newMessages(_ filter: OutboxFilter = OutboxFilter()) -> AsyncThrowingStream<OutboxMessage, any Error> {
        events(filter).compactMapped { event -> OutboxMessage? in
            if case .message(let message) = event { message } else { nil }
        }
    }

    /// Deletes the messages that match. Codes in them keep working.
    ///
    /// - Parameter filter: Selects messages; by default all.
    /// - Returns: How many were deleted.
    @discardableResult
    public func delete(_ filter: OutboxFilter = OutboxFilter()) async throws(FirebreakFailure) -> Int {
        try await project.call(OutboxAPI.delete, filter).deleted
    }
}

// MARK: - The calls

extension FirebreakProject.Outbox {
    /// A part of a message.
    public typealias Part = MessagePart

    /// Selects one message.
    package enum Choice: Sendable {
        case id(String)
        /// The newest that matches.
        case latest(OutboxFilter)
    }

    package func opening(_ choice: Choice, newPassword: String?) throws(FirebreakFailure) -> ControlRequest {
        switch choice {
        case .id(let id): try project.request(OutboxAPI.open, OpenMessageRequest(id, newPassword: newPassword))
        case .latest(let filter):
            try project.request(
                OutboxAPI.openLatest, Joined(filter, OpenMessageRequest(nil, newPassword: newPassword)))
        }
    }

    /// The call that reads a message, or a part of it.
    package func reading(_ choice: Choice, _ part: Part? = nil) throws(FirebreakFailure) -> ControlRequest {
        let (entry, project) = (entry(choice, part), project.id)
        return switch choice {
        case .id(let id): try ControlRequest(entry, input: MessageID(id), project: project)
        case .latest(let filter): try ControlRequest(entry, input: filter, project: project)
        }
    }

    private func entry(_ choice: Choice, _ part: Part?) -> EndpointEntry {
        switch choice {
        case .id: part.map { OutboxAPI.part($0).entry } ?? OutboxAPI.get.entry
        case .latest: part.map { OutboxAPI.latestPart($0).entry } ?? OutboxAPI.latest.entry
        }
    }
}

extension FirebreakProject {
    /// The call that waits for elements of a list.
    package func waiting<Filter, Page>(
        _ endpoint: Endpoint<Awaited<Filter>, Page>, for listed: Listed<Filter>, count: Int, within time: Duration
    ) throws(FirebreakFailure) -> ControlRequest {
        var request = try request(endpoint, Awaited(listed, Patience(count: count, timeout: time.wireText)))
        // The server applies the time limit; this one only guards against a server that does not.
        request.timeout = time + .seconds(60)
        return request
    }
}

extension Duration {
    /// As requests have it: whole milliseconds, rounded towards zero.
    var wireText: String { "\(wholeMilliseconds)ms" }

    /// Rounded towards zero, and clamped to the largest integer.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || overflows ? (seconds < 0 ? .min : .max) : sum
    }
}

/// Something that happened in an outbox.
public enum OutboxEvent: Sendable, Equatable {
    /// A new message.
    case message(OutboxMessage)
    /// A known message with its new status.
    case status(OutboxMessage)

    /// - Returns: `nil` for an event of a kind that this version does not know.
    init?(_ event: ServerEvent) throws(FirebreakFailure) {
        switch event.name {
        case "message": self = .message(try event.decoded())
        case "status": self = .status(try event.decoded())
        default: return nil
        }
    }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// What is made of the elements, read as it is asked for.
    ///
    /// - Parameter transform: `nil` for an element that is left out.
    func compactMapped<Other>(
        _ transform: @escaping @Sendable (Element) throws -> Other?
    ) -> AsyncThrowingStream<Other, any Error> {
        let elements = StreamReader(self)
        return AsyncThrowingStream<Other, any Error> {
            while let element = try await elements.next() {
                if let other = try transform(element) { return other }
            }
            return nil
        }
    }
}

/// Reads a stream step by step, for another stream that is made of it.
private actor StreamReader<Element: Sendable> {
    private var iterator: AsyncThrowingStream<Element, any Error>.AsyncIterator

    init(_ stream: AsyncThrowingStream<Element, any Error>) { iterator = stream.makeAsyncIterator() }

    func next() async throws -> Element? {
        var iterator = iterator
        defer { self.iterator = iterator }
        return try await iterator.next(isolation: self)
    }
}
