package import Hummingbird
package import Logging
package import NIOCore

/// What the server knows about a request besides its content.
package struct EmulatorContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let remoteAddress: SocketAddress?
    /// The connection that the request came over; it may close before the response.
    private let channel: (any Channel)?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
    }

    /// Whether the request came over a connection.
    package var hasConnection: Bool { channel != nil }

    /// Closes the connection; what is written to it afterwards goes nowhere.
    func closeConnection() async {
        try? await channel?.close().get()  // closed already
    }

    /// The context of a request without a connection.
    package init(logger: Logger, remoteAddress: SocketAddress?) {
        coreContext = .init(source: Direct(logger: logger))
        self.remoteAddress = remoteAddress
        channel = nil
    }

    private struct Direct: RequestContextSource {
        let logger: Logger
    }
}
