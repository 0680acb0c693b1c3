import FirebreakControl
import FirebreakModel
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

/// Writes events to a connection as they come, no faster than the client reads them (HTML Living Standard, section 9.2).
package struct EventBody: Sendable {
    /// How long streams wait.
    package struct Timing: Sendable {
        /// How long a stream may be silent.
        var heartbeat: Duration
        /// How long a client that does not read may hold up the end of the server.
        package var grace: Duration

        /// By default, proxies and clients do not take a silent stream for a dead one, nor people a server that ends
        /// for one that hangs.
        package init(heartbeat: Duration = .seconds(15), grace: Duration = .milliseconds(500)) {
            self.heartbeat = heartbeat
            self.grace = grace
        }
    }

    let events: any EventStream
    private let timing: Timing

    init(_ events: any EventStream, _ timing: Timing) {
        self.events = events
        self.timing = timing
    }

    /// Writes to a connection until there are no more events, the server ends, or the client goes.
    func write(to channel: any Channel) async throws {
        try await withGracefulShutdownHandler {
            try await write(watching: channel) { part in try await channel.writeAndFlush(HTTPResponsePart.body(part)) }
        } onGracefulShutdown: {
            channel.eventLoop.scheduleTask(in: TimeAmount(timing.grace)) { channel.close(promise: nil) }
        }
    }

    /// Returns when there are no more events, or the server shuts down.
    ///
    /// - Parameter channel: The client's connection; `nil` for a caller in the same process.
    func write(watching channel: (any Channel)?, _ write: ServerResponse.PartWriter) async throws {
        let watch = ClientWatch(channel)
        var events = events
        while !Task.isShuttingDownGracefully {
            let next: ([ServerEvent], any EventStream)?
            do {
                next = try await watch.run { [events, heartbeat = timing.heartbeat] in
                    var events = events
                    return try await events.next(within: heartbeat).map { ($0, events) }
                }
            } catch is CancellationError where Task.isShuttingDownGracefully {
                return
            }
            guard let (batch, later) = next else { return }
            events = later
            try await write(Self.text(of: batch))
        }
    }

    /// The events as they are written; a comment if there are none.
    static func text(of events: [ServerEvent]) -> ByteBuffer {
        var text = ByteBuffer()
        if events.isEmpty { text.writeString(":\n\n") }
        for event in events {
            if let id = event.id { text.writeString("id: \(id)\n") }
            text.writeString("event: \(event.name)\n")
            for line in event.data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                text.writeString("data: ")
                text.writeBytes(line)
                text.writeString("\n")
            }
            text.writeString("\n")
        }
        return text
    }
}
