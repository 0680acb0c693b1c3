import FirebreakWire
import NIOHTTP1

/// What a request's head says about its body and its connection.
///
/// The parser accepts some heads about which a server should not guess: a length that is not a number of bytes, and
/// transfer codings that this server does not decode.
struct RequestFraming: Equatable {
    /// Why a request cannot be read; it is answered with 400.
    struct Refusal: Error {}

    /// Bytes of the body; `nil` when it is chunked.
    private(set) var bodyLength: Int? = 0
    /// `Expect: 100-continue` of HTTP/1.1 (RFC 9110, section 10.1.1).
    private(set) var expectsContinue = false
    /// Whether another protocol is offered, or asked for by `CONNECT`.
    private(set) var offersUpgrade = false

    /// - Throws: ``Refusal`` for a `Content-Length` that is not a number from 0 through `Int.max`, for two that differ,
    ///   for one together with a `Transfer-Encoding`, and for any coding but `chunked`.
    init(_ head: HTTPRequestHead) throws(Refusal) {
        offersUpgrade = head.method == .CONNECT
        var length: Int?
        var isChunked = false
        for (name, value) in head.headers {
            // By length first: this is done for every header of every request.
            switch name.utf8.count {
            case 14 where name.isSame(as: "content-length"):
                guard let number = Int(digits: value), length == nil || length == number else { throw Refusal() }
                length = number
            case 17 where name.isSame(as: "transfer-encoding"):
                guard !isChunked, value.isSame(as: "chunked") else { throw Refusal() }
                isChunked = true
            case 6 where name.isSame(as: "expect"):
                expectsContinue = value.isSame(as: "100-continue") && head.version == .http1_1
            case 7 where name.isSame(as: "upgrade"): offersUpgrade = true
            default: break
            }
        }
        guard !isChunked || length == nil else { throw Refusal() }
        bodyLength = isChunked ? nil : length ?? 0
    }
}

extension String {
    /// - Parameter lowercase: ASCII.
    fileprivate func isSame(as lowercase: StaticString) -> Bool {
        lowercase.withUTF8Buffer { expected in
            var given = utf8.makeIterator()
            for byte in expected {
                guard let next = given.next() else { return false }
                guard next.asciiLowercased == byte else { return false }
            }
            return given.next() == nil
        }
    }
}
