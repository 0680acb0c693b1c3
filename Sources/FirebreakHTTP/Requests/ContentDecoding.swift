import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Undoes `Content-Encoding` of request bodies.
enum ContentDecoding {
    enum Failure: Error {
        /// The decoded body is larger than allowed.
        case tooLarge
        /// The bytes are not what the header says.
        case malformed
    }

    /// Whether bodies with this encoding can be read (wire.md section 7).
    static func supports(_ encoding: String) -> Bool { ["gzip", "deflate"].contains(encoding) }

    /// The body as it was before it was compressed.
    ///
    /// NIO's handler does the work, on a channel of its own, because it belongs to the message types of HTTP/1.
    ///
    /// - Parameters:
    ///   - encoding: A supported encoding.
    ///   - limit: The maximum number of decoded bytes.
    static func decode(_ content: ByteBuffer, _ encoding: String, limit: Int) throws(Failure) -> ByteBuffer {
        let channel = EmbeddedChannel(handler: NIOHTTPRequestDecompressor(limit: .size(limit)))
        // Nothing was opened, so closing cannot fail.
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        do {
            let headers: HTTPHeaders = ["content-encoding": encoding, "content-length": "\(content.readableBytes)"]
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: headers)
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            try channel.writeInbound(HTTPServerRequestPart.body(content))
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
            var decoded = ByteBuffer()
            while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
                if case .body(var chunk) = part { decoded.writeBuffer(&chunk) }
            }
            return decoded
        } catch NIOHTTPDecompression.DecompressionError.limit {
            throw .tooLarge
        } catch {
            throw .malformed
        }
    }
}
