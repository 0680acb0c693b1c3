/// Texts that no method of the service finds anything by, such as names and passwords, as columns have them.
///
/// They may have the character U+0000, at which texts of the database would end (production.md section 9). It is stored as
/// an escape sequence with the control character U+001A.
enum FreeText {
    private static let null: Unicode.Scalar = "\0"
    private static let escape: Unicode.Scalar = "\u{1A}"
    /// Behind ``escape``: what stands for U+0000, and for the escape character itself.
    private static let escapedNull: Unicode.Scalar = "0"
    private static let escapedEscape: Unicode.Scalar = "1"
    private static let escapeByte: UInt8 = 0x1A

    static func stored(_ text: String?) -> String? {
        guard var text, text.withUTF8({ $0.contains { $0 == 0 || $0 == escapeByte } }) else { return text }
        var stored = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case null: stored.append(contentsOf: [escape, escapedNull])
            case escape: stored.append(contentsOf: [escape, escapedEscape])
            default: stored.append(scalar)
            }
        }
        return String(stored)
    }

    static func read(_ stored: String) -> String {
        var stored = stored
        guard stored.withUTF8({ $0.contains(escapeByte) }) else { return stored }
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in stored.unicodeScalars {
            switch (isEscaped, scalar) {
            case (false, escape):
                isEscaped = true
                continue
            case (true, escapedNull): text.append(null)
            case (true, escapedEscape): text.append(escape)
            case (true, _): text.append(contentsOf: [escape, scalar])
            case (false, _): text.append(scalar)
            }
            isEscaped = false
        }
        if isEscaped { text.append(escape) }
        return String(text)
    }
}
