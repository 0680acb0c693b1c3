import FirebreakDiscovery
import FirebreakWire

/// A name and its value in a query, a form or a link, wherever it stands in a text.
struct TextParameter {
    /// What the value is, if it is a secret.
    let kind: String?
    /// Where the value stands; it is not empty.
    let value: Range<Int>

    /// All of them, in their order.
    static func all(in text: [UInt8]) -> [TextParameter] {
        var found: [TextParameter] = []
        var nameStart = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "="), index > nameStart {
                let end = text[(index + 1)...].firstIndex(where: endsValue) ?? text.count
                let name = PercentEncoding.decode(text[nameStart..<index])
                if end > index + 1 {
                    found.append(
                        TextParameter(kind: SecretMembers.kind(ofParameter: name), value: (index + 1)..<end))
                }
                index = end
                nameStart = end
            } else {
                index += 1
                if !isOfName(byte) { nameStart = index }
            }
        }
        return found
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "%")
    }

    /// What ends a value in a query, a form, or the sentence that quotes one.
    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}
