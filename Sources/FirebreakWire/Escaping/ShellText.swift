/// A word of a command for a POSIX shell, or for fish, in which a backslash in single quotes escapes a quote and another
/// backslash.
package enum ShellWord {
    private static let quote = UInt8(ascii: "'")
    private static let backslash = UInt8(ascii: "\\")

    /// The text as one word, whatever is in it but U+0000, which no word can have.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        let bytes = text.utf8.filter { $0 != 0 }
        var word: [UInt8] = [quote]
        for (index, byte) in bytes.enumerated() {
            // What closes the quotes at the end is a quote as well.
            let next = bytes.dropFirst(index + 1).first ?? quote
            switch byte {
            case quote: word += #"'\''"#.utf8
            case backslash where next == quote || next == backslash: word += #"'\\'"#.utf8
            default: word.append(byte)
            }
        }
        return String(decoding: word + [quote], as: UTF8.self)
    }

    /// An option with its value, not quoted yet: in one word where the value would be taken for an option itself.
    package static func option(_ name: String, _ value: String) -> [String] {
        value.startsWithBytes(of: "-") ? ["\(name)=\(value)"] : [name, value]
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-_./:@%+,".utf8.contains(byte)
    }
}

/// A value in a file of variables (`.env`), which shells and readers of such files take for the same text.
package enum DotenvValue {
    /// The text in double quotes where it needs them. Line ends are written as `\n` and `\r`, by which readers of such
    /// files put them back; in a shell they stay so.
    package static func quoted(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var value: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 where byte != 0 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"):
                value += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): value += #"\n"#.utf8
            case UInt8(ascii: "\r"): value += #"\r"#.utf8
            default: value.append(byte)
            }
        }
        return String(decoding: value + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "._-@+/:=".utf8.contains(byte)
    }
}
