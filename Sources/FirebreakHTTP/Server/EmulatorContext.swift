import FirebreakControl
package import Hummingbird
package import Logging
package import NIOCore
import Synchronization

/// What the server knows about a request besides its content.
package struct EmulatorContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let remoteAddress: SocketAddress?
    /// The connection, which may close before the response; `nil` for a request without one.
    let channel: (any Channel)?
    /// Takes the events of the answer of a request without a connection.
    let events: EventSlot?

    /// Whether the request came over a connection.
    package var hasConnection: Bool { channel != nil }

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
        events = nil
    }

    /// Closes the connection; what is written to it afterwards goes nowhere.
    func closeConnection() async {
        try? await channel?.close().get()  // closed already
    }

    /// The context of a request without a connection.
    package init(logger: Logger, remoteAddress: SocketAddress?) {
        coreContext = .init(source: Direct(logger: logger))
        self.remoteAddress = remoteAddress
        channel = nil
        events = EventSlot()
    }

    private struct Direct: RequestContextSource {
        let logger: Logger
    }
}

/// Hands the events of an answer to a caller in the same process.
final class EventSlot: Sendable {
    private let content = Mutex<(any EventStream)?>(nil)

    var stream: (any EventStream)? { content.withLock { $0 } }

    func put(_ stream: any EventStream) { content.withLock { $0 = stream } }
}
