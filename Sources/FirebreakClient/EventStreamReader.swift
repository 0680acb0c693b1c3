import FirebreakModel

/// Reads server-sent events from the bytes of an answer (HTML Living Standard, section 9.2.6).
///
/// Other than a browser's, it gives an event only the ID that stands in it.
struct EventStreamReader: Sendable {
    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var id: String?
    private var name = "message"
    private var data: [UInt8]?
    private let maximumSize: Int

    /// - Parameter maximumSize: Bytes of the largest event; those of a server have some MiB.
    init(maximumSize: Int = 64 << 20) { self.maximumSize = maximumSize }

    /// The events that end in these bytes.
    ///
    /// - Throws: ``FirebreakFailure`` for an event that is too large.
    mutating func events(in bytes: some Sequence<UInt8>) throws(FirebreakFailure) -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where endedWithReturn: endedWithReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                endedWithReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                endedWithReturn = false
                line.append(byte)
            }
        }
        guard line.count + (data?.count ?? 0) <= maximumSize else {
            throw FirebreakFailure(.unexpectedAnswer, "The answer has an event of more than \(maximumSize) bytes.")
        }
        return events
    }

    /// - Returns: The event that an empty line ends.
    private mutating func endLine() -> ServerEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "id": id = String(decoding: value, as: UTF8.self)
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            if data == nil { data = [] } else { data?.append(UInt8(ascii: "\n")) }
            data?.append(contentsOf: value)
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> ServerEvent? {
        defer {
            id = nil
            name = "message"
            data = nil
        }
        return data.map { ServerEvent(id: id, name: name, data: $0) }
    }
}
