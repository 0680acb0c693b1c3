extension Timestamp {
    /// Date and time of day in UTC as mails (RFC 5322) and headers of HTTP (RFC 9110) have them, without the zone:
    /// `Thu, 01 Jan 1970 00:00:00`.
    ///
    /// The format supports the years 1900 through 9999; other times are clamped to that range.
    package var internetDate: String {
        let utc = Timestamp(seconds: min(max(seconds, -2_208_988_800), Self.endOfTime.seconds)).components
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = [utc.hour, utc.minute, utc.second].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(weekdays[Int(utc.weekday)]), \(Self.padded(utc.day, 2)) \(months[Int(utc.month) - 1]) \(utc.year) "
            + clock
    }
}
