package import Hummingbird
package import Logging
package import NIOCore

/// What the server knows about a request besides its content.
package struct EmulatorContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let remoteAddress: SocketAddress?
    /// Whether the request came over a connection, which may close before the response.
    package let hasConnection: Bool

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        hasConnection = true
    }

    /// The context of a request without a connection.
    package init(logger: Logger, remoteAddress: SocketAddress?) {
        coreContext = .init(source: Direct(logger: logger))
        self.remoteAddress = remoteAddress
        hasConnection = false
    }

    private struct Direct: RequestContextSource {
        let logger: Logger
    }
}
