/// `application/x-www-form-urlencoded`, by the WHATWG URL standard's serializer and parser.
package enum FormURLEncoding {
    /// Pairs in document order. Invalid escapes stay as they are; invalid UTF-8 becomes U+FFFD, and so does U+0000, at
    /// which the storage would truncate a text.
    package static func parse(_ text: some StringProtocol) -> [(name: String, value: String)] {
        parse(Array(text.utf8))
    }

    private static func parse(_ bytes: [UInt8]) -> [(name: String, value: String)] {
        bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return (part(pair[..<equals]), part(pair[equals...].dropFirst()))
        }
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> String {
        let special = bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || $0 == 0 }
        guard special else { return String(decoding: bytes, as: UTF8.self) }
        let text = PercentEncoding.decode(bytes, plusIsSpace: true)
        guard text.utf8.contains(0) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    /// Space becomes `+`; alphanumerics and `*-._` stay; everything else becomes `%XX`.
    package static func encode(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if byte == 0x20 {
                output.append(UInt8(ascii: "+"))
            } else if byte.isASCIIAlphanumeric || "*-._".utf8.contains(byte) {
                output.append(byte)
            } else {
                PercentEncoding.append(byte, to: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
