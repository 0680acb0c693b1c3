/// Texts of strangers where people read them: in a terminal, a log, a file's name, or JSON to copy.
///
/// What cannot be seen in them is escaped, so that they neither move a cursor, nor begin a line, nor turn the direction
/// of what stands around them.
extension StringProtocol where SubSequence == Substring {
    /// The text on one line, with everything hidden in it as `\u{1B}`, line feeds as `\n`.
    package var visible: String { escapingHidden { _ in true } }

    /// The text with its line feeds and tabs, and everything else that is hidden as in ``visible``. CRLF counts as a line
    /// feed.
    package var visibleLines: String {
        substituting("\r\n", with: "\n").escapingHidden { $0 != "\n" && $0 != "\t" }
    }

    private func escapingHidden(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
        // The log has several texts in each line, and most are plain.
        let text = String(self)
        guard !withBytes({ $0.allSatisfy { (0x20...0x7E).contains($0) } }),
            text.unicodeScalars.contains(where: { $0.isHidden && isEscaped($0) })
        else { return text }
        return text.unicodeScalars.reduce(into: "") { output, scalar in
            if scalar.isHidden, isEscaped(scalar) {
                output += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text as a name of a file or a part of one, for people who save it: what is hidden, and what separates folders
    /// on some system, is an underscore, and the first point as well, which would hide the file.
    package var fileName: String {
        var name = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isUnfit = scalar.isHidden || scalar == "/" || scalar == "\\" || (name.isEmpty && scalar == ".")
            name.append(isUnfit ? "_" : scalar)
        }
        return String(name)
    }
}

extension Unicode.Scalar {
    /// Whether it is not seen where it stands, or ends a line: control characters, those that turn the direction of text,
    /// and others without a form of their own. Those are not hidden that join letters and emoji, or stand around digits.
    package var isHidden: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return !Self.isShown(value)
        default: return false
        }
    }

    /// Format characters that belong to what people write: joiners, and the signs before digits (Unicode's
    /// Prepended_Concatenation_Mark).
    private static func isShown(_ value: UInt32) -> Bool {
        switch value {
        case 0x200C, 0x200D, 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// Whether a reader of JSON sees less of it than is there: also what joins, and what no font has.
    fileprivate var isUnclear: Bool {
        if isASCII { return value == 0x7F || (value < 0x20 && self != "\n") }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return false
        }
    }
}

extension JSON {
    /// JSON for people to read and to copy, which says the same to programs: what cannot be seen in it is escaped, control
    /// characters and those that turn the direction of text included, so that it is what it seems to be, on a page and in
    /// a terminal.
    ///
    /// - Parameter json: JSON in any layout. Outside of strings, it has none of these characters but line feeds.
    package static func visible(_ json: [UInt8]) -> String {
        let text = String(decoding: json, as: UTF8.self)
        guard text.unicodeScalars.contains(where: \.isUnclear) else { return text }
        var output = ""
        output.reserveCapacity(text.utf8.count + 64)
        for scalar in text.unicodeScalars {
            guard scalar.isUnclear else {
                output.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
        return output
    }
}
