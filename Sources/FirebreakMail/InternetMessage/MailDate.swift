/// Writes a time, in milliseconds since 1970, as RFC 5322 does: `Thu, 01 Jan 1970 00:00:00 +0000`.
///
/// The format has the years 1900 through 9999; times outside are moved to the nearest one inside.
func mailDate(milliseconds: Int64) -> String {
    let seconds = min(max(floorDivide(milliseconds, 1000).quotient, -2_208_988_800), 253_402_300_799)
    let (days, secondOfDay) = floorDivide(seconds, 86_400)
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let (year, month, day) = civilDate(daysSince1970: days)
    let weekday = weekdays[Int(floorDivide(days, 7).remainder)]
    let time = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map(twoDigits).joined(separator: ":")
    return "\(weekday), \(twoDigits(day)) \(months[Int(month) - 1]) \(year) \(time) +0000"
}

/// Day, month and year in the Gregorian calendar, counting years from March so that leap days come last.
private func civilDate(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivide(daysSince1970 + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
}

private func floorDivide(_ dividend: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
