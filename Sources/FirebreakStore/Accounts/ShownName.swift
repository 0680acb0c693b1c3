/// The names that people are shown by, as columns have them.
///
/// They may have the character U+0000, at which texts of the database would end. It is stored as an escape sequence with
/// the control character U+001A.
enum ShownName {
    private static let null: Unicode.Scalar = "\0"
    private static let escape: Unicode.Scalar = "\u{1A}"
    /// Behind ``escape``: what stands for U+0000, and for the escape character itself.
    private static let escapedNull: Unicode.Scalar = "0"
    private static let escapedEscape: Unicode.Scalar = "1"
    private static let escapeByte: UInt8 = 0x1A

    static func stored(_ name: String?) -> String? {
        guard let name, name.utf8.contains(where: { $0 == 0 || $0 == escapeByte }) else { return name }
        var text = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case null: text.append(contentsOf: [escape, escapedNull])
            case escape: text.append(contentsOf: [escape, escapedEscape])
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    static func read(_ text: String) -> String {
        guard text.utf8.contains(escapeByte) else { return text }
        var name = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch (isEscaped, scalar) {
            case (false, escape):
                isEscaped = true
                continue
            case (true, escapedNull): name.append(null)
            case (true, escapedEscape): name.append(escape)
            case (true, _): name.append(contentsOf: [escape, scalar])
            case (false, _): name.append(scalar)
            }
            isEscaped = false
        }
        if isEscaped { name.append(escape) }
        return String(name)
    }
}
