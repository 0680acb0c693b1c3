import FirebreakWire
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Undoes the `Content-Encoding` of request bodies, and compresses response bodies for clients that accept it.
///
/// NIO's handlers do the work, each on a channel of its own, because they belong to the message types of HTTP/1.
enum ContentCoding {
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

    /// Whether a client accepts `gzip`: by name or else as anything (`*`), and not with the weight 0 (RFC 9110, 12.5.3).
    static func acceptsGzip(_ headers: HTTPFields) -> Bool {
        guard let header = headers.value(.acceptEncoding) else { return false }
        var accepts: [String: Bool] = [:]
        for element in header.lowercased().separated(by: ",") {
            let parts = element.separated(by: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let name = parts.first else { continue }
            accepts[name] = !parts.dropFirst().contains {
                $0.startsWithBytes(of: "q=0") && !$0.contains { ("1"..."9").contains($0) }
            }
        }
        return accepts["gzip"] ?? accepts["*"] ?? false
    }

    /// The body in gzip's format; `nil` if it could not be compressed.
    static func gzip(_ body: ByteBuffer) -> ByteBuffer? {
        let channel = EmbeddedChannel(handler: HTTPResponseCompressor(initialByteBufferCapacity: body.readableBytes))
        // Nothing was opened, so closing cannot fail.
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        do {
            let headers: HTTPHeaders = ["accept-encoding": "gzip"]
            let request = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: headers)
            try channel.writeInbound(HTTPServerRequestPart.head(request))
            channel.write(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)), promise: nil)
            channel.write(HTTPServerResponsePart.body(.byteBuffer(body)), promise: nil)
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            var compressed = ByteBuffer()
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .body(.byteBuffer(var chunk)) = part { compressed.writeBuffer(&chunk) }
            }
            return compressed.readableBytes > 0 ? compressed : nil
        } catch {
            return nil
        }
    }
}
