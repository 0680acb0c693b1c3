import Firebreak
import NIOCore
import NIOPosix

/// A connection on which a test decides about every byte.
enum RawConnection {
    /// Writes the texts one after the other and reads until the condition holds or the server closes.
    static func context(
        _ address: BoundAddress, _ texts: String..., until isDone: @Sendable (String) -> Bool = { _ in false }
    ) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            for text in texts { try await outbound.write(ByteBuffer(string: text)) }
            var received = ""
            for try await buffer in inbound {
                received += String(buffer: buffer)
                if isDone(received) { break }
            }
            return received
        }
    }

    /// Opens a connection, writes a text and leaves it at that.
    static func open(_ address: BoundAddress, _ text: String) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: address.host, port: address.port).get()
        try await channel.writeAndFlush(ByteBuffer(string: text))
        return channel
    }
}
