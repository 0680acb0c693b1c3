/// `application/x-www-form-urlencoded`, by the WHATWG URL standard's serializer and parser.
package enum FormURLEncoding {
    /// Pairs in document order. Invalid escapes stay as they are; invalid UTF-8 becomes U+FFFD, and so does U+0000, at
    /// which the storage would truncate a text.
    package static func parse(_ text: some StringProtocol) -> [(name: String, value: String)] {
        var text = String(text)
        return text.withUTF8(parse)
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            if end > start {
                let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
                pairs.append((part(bytes[start..<equals]), part(bytes[equals..<end].dropFirst())))
            }
            start = end + 1
        }
        return pairs
    }

    private static func part(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let special = bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") || $0 == 0 }
        guard special else { return String(decoding: bytes, as: UTF8.self) }
        let text = PercentEncoding.decode(bytes, plusIsSpace: true)
        guard text.utf8.contains(0) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    /// Space becomes `+`; alphanumerics and `*-._` stay; everything else becomes `%XX`.
    package static func encode(_ text: String) -> String {
        text.withBytes { bytes in
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count * 2)
            for byte in bytes {
                switch byte {
                case UInt8(ascii: " "): output.append(UInt8(ascii: "+"))
                case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): output.append(byte)
                case _ where byte.isASCIIAlphanumeric: output.append(byte)
                default: PercentEncoding.append(byte, to: &output)
                }
            }
            return String(decoding: output, as: UTF8.self)
        }
    }
}
