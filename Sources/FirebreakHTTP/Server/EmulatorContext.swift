package import Hummingbird
package import Logging
package import NIOCore

/// What the server knows of a request besides the request.
package struct EmulatorContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let remoteAddress: SocketAddress?
    /// Whether the request came through a connection, which may end before it is answered.
    package let hasConnection: Bool

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        hasConnection = true
    }

    /// The context of a request that comes through no connection.
    package init(logger: Logger, remoteAddress: SocketAddress?) {
        coreContext = .init(source: Direct(logger: logger))
        self.remoteAddress = remoteAddress
        hasConnection = false
    }

    private struct Direct: RequestContextSource {
        let logger: Logger
    }
}
