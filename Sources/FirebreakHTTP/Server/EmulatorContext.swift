import FirebreakControl
import NIOCore
import Synchronization

/// What the server knows about a request besides its content.
package struct EmulatorContext: Sendable {
    /// The address at the other end of the connection; `nil` for this process.
    let remoteIP: String?
    /// The connection, which may close before the response; `nil` for a request without one.
    let channel: (any Channel)?
    /// Takes the events of the answer of a request without a connection.
    let events: EventSlot?

    /// Whether the request came over a connection.
    var hasConnection: Bool { channel != nil }

    /// The context of all requests of a connection; `nil` if the client has gone so early that nobody knows its address
    /// any more: it must not pass for this process.
    init?(_ channel: any Channel) {
        guard let remoteIP = channel.remoteAddress?.ipAddress else { return nil }
        self.remoteIP = remoteIP
        self.channel = channel
        events = nil
    }

    /// The context of a request without a connection.
    init(remoteIP: String?) {
        self.remoteIP = remoteIP
        channel = nil
        events = EventSlot()
    }

    /// Closes the connection; what is written to it afterwards goes nowhere.
    func closeConnection() async {
        try? await channel?.close().get()  // closed already
    }
}

/// Hands the events of an answer to a caller in the same process.
final class EventSlot: Sendable {
    private let content = Mutex<(any EventStream)?>(nil)

    var stream: (any EventStream)? { content.withLock { $0 } }

    func put(_ stream: any EventStream) { content.withLock { $0 = stream } }
}
