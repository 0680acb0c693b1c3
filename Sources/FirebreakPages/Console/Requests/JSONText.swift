import FirebreakModel
import FirebreakWire

/// JSON for people to read and to copy: what cannot be seen in it is escaped, control characters and those that turn
/// the direction of text included, so that it is what it seems to be, on a page and in a terminal.
enum JSONText {
    static func compact(_ value: JSONValue) -> String { visible(bytes(of: value)) }

    static func indented(_ value: JSONValue) -> String { visible(JSON.indented(bytes(of: value))) }

    private static func bytes(of value: JSONValue) -> [UInt8] {
        // A value of these cases always has a text.
        (try? WireEncoder().encode(value)) ?? []
    }

    /// Outside of strings, JSON has none of these characters but line feeds.
    private static func visible(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var output = ""
        output.reserveCapacity(text.utf8.count + 64)
        for scalar in text.unicodeScalars {
            guard isHidden(scalar) else {
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

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value == 0x7F || (scalar.value < 0x20 && scalar != "\n") }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return false
        }
    }
}
