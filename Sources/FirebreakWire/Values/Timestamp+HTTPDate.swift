extension Timestamp {
    /// The form of dates in headers (RFC 9110 section 5.6.7), such as `Sun, 22 Nov 2026 17:00:00 GMT`.
    package var httpDate: String {
        let utc = components
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [utc.hour, utc.minute, utc.second].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(days[Int(utc.weekday) % 7]), \(Self.padded(utc.day, 2)) \(months[Int(utc.month - 1) % 12]) "
            + "\(Self.padded(utc.year, 4)) \(time) GMT"
    }
}
