import FirebreakWire
import NIOHTTP1

/// What a request's head says about its target, its body and its connection.
///
/// The parser accepts some heads about which a server should not guess: a length that is not a number of bytes, transfer
/// codings that this server does not decode, and hosts that contradict each other.
struct RequestFraming: Equatable {
    /// Why a request cannot be read; it is answered with 400.
    struct Refusal: Error {}

    /// Bytes of the body; `nil` when it is chunked.
    private(set) var bodyLength: Int? = 0
    /// `Expect: 100-continue` of HTTP/1.1 (RFC 9110, section 10.1.1).
    private(set) var expectsContinue = false
    /// Whether another protocol is offered, or asked for by `CONNECT`.
    private(set) var offersUpgrade = false

    /// Host and port that the request is for: those of an absolute target, which `Host` repeats, else of `Host`.
    private(set) var authority: String?
    /// The target's path and query.
    private(set) var path: String
    /// About as many bytes as the head had.
    private(set) var headSize: Int

    /// - Throws: ``Refusal`` for a `Content-Length` that is not a number from 0 through `Int.max`, for two that differ,
    ///   for one together with a `Transfer-Encoding`, and for any coding but `chunked`; for several `Host` headers, none
    ///   in HTTP/1.1, and one that an absolute target contradicts (RFC 9112 section 3.2).
    init(_ head: HTTPRequestHead) throws(Refusal) {
        offersUpgrade = head.method == .CONNECT
        path = head.uri
        headSize = head.uri.utf8.count
        var length: Int?
        var isChunked = false
        for (name, value) in head.headers {
            headSize += name.utf8.count + value.utf8.count + Self.aroundField
            if name.isSame(as: "host") {
                guard authority == nil else { throw Refusal() }
                authority = value
            } else if name.isSame(as: "content-length") {
                guard let number = Int(digits: value), length == nil || length == number else { throw Refusal() }
                length = number
            } else if name.isSame(as: "transfer-encoding") {
                guard !isChunked, value.isSame(as: "chunked") else { throw Refusal() }
                isChunked = true
            } else if name.isSame(as: "expect") {
                expectsContinue = value.isSame(as: "100-continue") && head.version == .http1_1
            } else if name.isSame(as: "upgrade") {
                offersUpgrade = true
            }
        }
        guard !isChunked || length == nil else { throw Refusal() }
        bodyLength = isChunked ? nil : length ?? 0
        guard authority != nil || (head.version.major, head.version.minor) < (1, 1) else { throw Refusal() }
        if !offersUpgrade, path.utf8.first != UInt8(ascii: "/"), path != "*" { try readAbsoluteTarget() }
    }

    /// The characters between and after name and value.
    private static let aroundField = 4

    /// Makes a path and an authority of a target such as `http://localhost:9099/path`.
    private mutating func readAbsoluteTarget() throws(Refusal) {
        let start = path.prefix(8).lowercased()
        for (scheme, standardPort) in Authority.standardPorts where start.startsWithBytes(of: scheme + "://") {
            let rest = path.utf8.dropFirst(scheme.utf8.count + 3)
            let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
            let target = String(Substring(rest[..<end]))
            guard let asked = Authority(target) else { throw Refusal() }
            if let host = authority {
                guard let named = Authority(host), named.host == asked.host,
                    (named.port ?? standardPort) == (asked.port ?? standardPort)
                else { throw Refusal() }
            }
            authority = target
            let path = String(Substring(rest[end...]))
            self.path = path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
            return
        }
        throw Refusal()
    }
}

extension String {
    /// - Parameter lowercase: ASCII.
    fileprivate func isSame(as lowercase: String) -> Bool {
        utf8.count == lowercase.utf8.count && utf8.lazy.map(\.asciiLowercased).elementsEqual(lowercase.utf8)
    }
}
