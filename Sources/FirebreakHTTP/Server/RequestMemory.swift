import NIOCore
import Synchronization

/// Limits the memory of all requests of a server together: their bodies, what is made of them, and responses that the
/// client has not read yet. Small ones are not counted; the number of connections limits them.
package final class RequestMemory: Sendable {
    /// A part of the memory, returned when the object is released.
    final class Hold: Sendable {
        private let memory: RequestMemory
        private let bytes = Atomic(0)

        fileprivate init(_ memory: RequestMemory) { self.memory = memory }

        deinit { memory.used.wrappingSubtract(bytes.load(ordering: .relaxed), ordering: .relaxed) }

        /// Takes more.
        ///
        /// - Returns: Whether there was enough; otherwise nothing is taken.
        func grow(by count: Int) -> Bool {
            let used = memory.used.wrappingAdd(count, ordering: .relaxed).newValue
            guard used <= memory.limit else {
                memory.used.wrappingSubtract(count, ordering: .relaxed)
                return false
            }
            bytes.wrappingAdd(count, ordering: .relaxed)
            return true
        }

        /// Takes more even beyond the limit: for what exists already.
        func note(_ count: Int) {
            memory.used.wrappingAdd(count, ordering: .relaxed)
            bytes.wrappingAdd(count, ordering: .relaxed)
        }
    }

    /// 1 GiB: the largest body that the default limit allows, parsed, and room for others beside it.
    package static let standardLimit = 1 << 30
    /// From this size in bytes, a body or a response counts.
    static let small = 8 * 1024

    private let limit: Int
    private let used = Atomic(0)

    /// - Parameter limit: Bytes.
    package init(limit: Int = standardLimit) { self.limit = limit }

    func hold() -> Hold { Hold(self) }

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
