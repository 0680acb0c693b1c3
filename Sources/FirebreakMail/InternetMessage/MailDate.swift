import FirebreakWire

/// Writes a time as RFC 5322 does: `Thu, 01 Jan 1970 00:00:00 +0000`.
///
/// The format supports the years 1900 through 9999; other times are clamped to that range.
func mailDate(_ time: Timestamp) -> String {
    let utc = Timestamp(seconds: min(max(time.seconds, -2_208_988_800), 253_402_300_799)).components
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let clock = [utc.hour, utc.minute, utc.second].map { Timestamp.padded($0, 2) }.joined(separator: ":")
    return "\(weekdays[Int(utc.weekday)]), \(Timestamp.padded(utc.day, 2)) \(months[Int(utc.month) - 1]) \(utc.year) "
        + "\(clock) +0000"
}
