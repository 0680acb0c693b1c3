import FirebreakWire

/// The value of the `Date` header (RFC 9110, section 6.6.1) on a connection, written once a second.
struct DateHeader {
    private var second: Int64?
    private var text = ""

    var value: String {
        mutating get {
            let now = Timestamp.now
            if second != now.seconds {
                second = now.seconds
                text = now.httpDate
            }
            return text
        }
    }
}

extension Timestamp {
    /// As headers have it (RFC 9110, section 5.6.7).
    var httpDate: String { internetDate + " GMT" }
}
