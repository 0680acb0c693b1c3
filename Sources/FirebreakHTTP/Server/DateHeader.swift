import FirebreakWire

/// The value of the `Date` header (RFC 9110, section 6.6.1), written once a second.
struct DateHeader {
    private var second: Int64?
    private var text = ""

    var value: String {
        mutating get {
            let now = Timestamp.now
            if second != now.seconds {
                second = now.seconds
                text = now.internetDate + " GMT"
            }
            return text
        }
    }
}
