import NIOCore
import Synchronization

/// Limits the memory of all requests of a server together: their bodies, what is made of them and of their queries, and
/// responses that the client has not read yet; in a part of its own, their heads (``HeadMeter``). Small ones are not
/// counted; the number of connections limits them.
package final class RequestMemory: Sendable {
    /// A part of the memory, returned when the object is released.
    package final class Reservation: Sendable {
        private let memory: RequestMemory
        private let bytes = Atomic(0)

        fileprivate init(_ memory: RequestMemory) { self.memory = memory }

        deinit { memory.used.wrappingSubtract(bytes.load(ordering: .relaxed), ordering: .relaxed) }

        /// Takes more.
        ///
        /// - Returns: Whether there was enough; otherwise nothing is taken.
        package func grow(by count: Int) -> Bool {
            let used = memory.used.wrappingAdd(count, ordering: .relaxed).newValue
            guard used <= memory.limit else {
                memory.used.wrappingSubtract(count, ordering: .relaxed)
                return false
            }
            bytes.wrappingAdd(count, ordering: .relaxed)
            return true
        }

        /// Gives some of it back.
        func shrink(by count: Int) {
            memory.used.wrappingSubtract(count, ordering: .relaxed)
            bytes.wrappingSubtract(count, ordering: .relaxed)
        }

        /// Takes more even beyond the limit: for what exists already.
        func note(_ count: Int) {
            memory.used.wrappingAdd(count, ordering: .relaxed)
            bytes.wrappingAdd(count, ordering: .relaxed)
        }
    }

    /// 1 GiB: the largest body that the default limit allows, parsed, and room for others beside it.
    package static let standardLimit = 1 << 30
    /// 64 MiB: some hundred heads of the largest size that is read. Others are small, and are not counted.
    static let headLimit = 64 << 20
    /// There is none left for the head of a request.
    struct Exhausted: Error {}
    /// From this size in bytes, a body, a head or a response counts.
    static let small = 8 * 1024

    private let limit: Int
    private let used = Atomic(0)

    /// - Parameter limit: Bytes.
    package init(limit: Int = standardLimit) { self.limit = limit }

    package func reserve() -> Reservation { Reservation(self) }

    /// An upper estimate of the bytes that a query takes once parsed; 0 for one that does not count.
    static func parsedSize(ofQuery query: Substring) -> Int {
        guard query.utf8.count > smallQuery else { return 0 }
        return (query.utf8.count { $0 == UInt8(ascii: "&") } + 1) * bytesPerField
    }

    /// Up to this size in bytes, a query does not count: it cannot have many parameters.
    private static let smallQuery = 512

    /// An upper estimate of the bytes that a JSON text or form takes once parsed, from the number of its separators.
    ///
    /// - Parameter atMost: Values beyond which the parser of JSON gives up.
    static func parsedSize(of text: ByteBuffer, atMost maximumValues: Int, isForm: Bool = false) -> Int {
        guard !isForm else {
            let separators = text.readableBytesView.count { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ".") }
            return (separators + 1) * bytesPerField
        }
        var values = 1
        text.withUnsafeReadableBytes { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"): values += 1
                default: break
                }
            }
        }
        return min(values, maximumValues) * bytesPerValue
    }

    /// The size of an array of one value.
    private static let bytesPerValue = 96
    /// The size of a message of one field, while a form is being read.
    private static let bytesPerField = 512
}

/// Counts the heads of a connection's requests: of those that are still to come, which the parser keeps, and of those
/// that are being answered.
///
/// It stands before the parser, and is told what that made of the bytes.
final class HeadMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let reservation: RequestMemory.Reservation
    private var held = 0
    /// Bytes of a head that is not complete, at most.
    private var incomplete = 0
    /// Bytes of the heads of requests without a complete answer.
    private var answering = 0
    private var lastRead = 0
    private var isInBody = false
    private var isExhausted = false

    init(_ memory: RequestMemory) { reservation = memory.reserve() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastRead = unwrapInboundIn(data).readableBytes
        incomplete = isInBody ? lastRead : incomplete + lastRead
        context.fireChannelRead(data)
        if isInBody { incomplete = 0 }
        guard !isExhausted, !take() else { return }
        isExhausted = true
        context.fireErrorCaught(RequestMemory.Exhausted())
    }

    /// The connection has ended, even if its handlers are still referred to.
    func handlerRemoved(context: ChannelHandlerContext) {
        isExhausted = true
        reservation.shrink(by: held)
        held = 0
    }

    /// A head is complete.
    ///
    /// - Returns: Whether there is memory for it while it is answered.
    func headCame(_ size: Int) -> Bool {
        incomplete = max(0, min(incomplete - size, lastRead))
        answering += size
        isInBody = true
        return take()
    }

    /// A part of a body came.
    ///
    /// - Parameter isChunked: Whether its length stands before it, in hexadecimal digits, and line ends around it.
    func bodyCame(_ count: Int, isChunked: Bool) {
        let digits = (Int.bitWidth - count.leadingZeroBitCount + 3) / 4
        incomplete = max(0, incomplete - count - (isChunked ? digits + 4 : 0))
    }

    /// The request is complete.
    func requestCame() { isInBody = false }

    /// The request whose head has this size is answered.
    func answered(_ size: Int) {
        answering -= size
        _ = take()
    }

    /// Holds as much as there is: the bytes, and the texts that are made of them.
    private func take() -> Bool {
        guard !isExhausted else { return false }
        let bytes = (isInBody ? 0 : incomplete) + answering
        let wanted = bytes > RequestMemory.small ? bytes * 2 : 0
        if wanted > held {
            guard reservation.grow(by: wanted - held) else { return false }
        } else if wanted < held {
            reservation.shrink(by: held - wanted)
        }
        held = wanted
        return true
    }
}
