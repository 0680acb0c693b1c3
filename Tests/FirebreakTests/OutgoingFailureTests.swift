import AsyncHTTPClient
import FirebreakClient
import FirebreakOperations
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Testing

@testable import Firebreak

/// What the errors of networking libraries are called where people read them.
struct OutgoingFailureTests {
    private static let closed = "the connection was closed before the answer was complete"

    private struct Unknown: Error {}

    private static let sentences: [(error: any Error, sentence: String)] = [
        (IOError(errnoCode: ECONNREFUSED, reason: "connect"), "connection refused"),
        (IOError(errnoCode: ECONNRESET, reason: "read"), closed),
        (IOError(errnoCode: EPIPE, reason: "write"), closed),
        (ChannelError.connectTimeout(.seconds(3)), "there was no answer in time"),
        (ChannelError.ioOnClosedChannel, closed),
        (ChannelError.eof, closed),
        (HTTPClientError.deadlineExceeded, "there was no answer in time"),
        (HTTPClientError.tlsHandshakeTimeout, "there was no answer in time"),
        (HTTPClientError.remoteConnectionClosed, closed),
        (HTTPClientError.cancelled, "the server ended before there was an answer"),
        (CancellationError(), "the server ended before there was an answer"),
        (HTTPClientError.redirectCycleDetected, "it redirects without end"),
        (HTTPClientError.emptyHost, "there is no such URL"),
        (HTTPClientError.unsupportedScheme("ftp"), "the connection failed"),
        (HTTPParserError.invalidEOFState, closed),
        (HTTPParserError.invalidConstant, "what answers does not speak HTTP"),
        (HTTPConnections.TooLarge(), "the answer is larger than 1 MiB"),
        (SocketAddressError.unsupported, "no address is known for the host"),
        (NIOSSLError.uncleanShutdown, closed),
        (NIOSSLError.unableToValidateCertificate, "its certificate is not trusted"),
        (NIOSSLExtraError.failedToValidateHostname, "its certificate is for another name"),
        (NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])), "there is no encrypted connection with it"),
        (OutgoingRequest.Failure.unreachable("as it was"), "as it was"),
        (Unknown(), "the connection failed"),
    ]

    @Test(arguments: sentences.indices) func `errors in words`(_ index: Int) {
        let (error, sentence) = Self.sentences[index]

        #expect(OutgoingRequest.Failure(error).description == sentence)
    }

    @Test func `nothing listens`() async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(channel.localAddress?.port)
        try await channel.close()
        let client = OutgoingHTTPClient()

        try await client.whileOpen {
            await #expect(throws: OutgoingRequest.Failure.unreachable("connection refused")) {
                try await client.get("http://127.0.0.1:\(port)/", within: 30_000)
            }
        }
    }
}
