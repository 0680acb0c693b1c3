import FirebreakWire

/// A word of a command for a POSIX shell.
enum ShellWord {
    private static let quote = UInt8(ascii: "'")

    /// The text as one word, whatever is in it.
    static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        // Byte by byte: to a string, a quote with an accent is another character, and to a shell it is none.
        var word: [UInt8] = [quote]
        for byte in text.utf8 {
            if byte == quote { word += #"'\''"#.utf8 } else { word.append(byte) }
        }
        return String(decoding: word + [quote], as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-_./:@%+,".utf8.contains(byte)
    }
}
