/// `%XX` for bytes that are not allowed where a text is inserted (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// Everything but RFC 3986's unreserved characters is escaped.
    package static func encode(_ text: String) -> String {
        escape(text) { !$0.isASCIIAlphanumeric && !"-._~".utf8.contains($0) }
    }

    /// `encodeURIComponent`: alphanumerics and `-_.!~*'()` stay, everything else becomes `%XX`.
    package static func encodeComponent(_ text: String) -> String {
        escape(text) { !$0.isASCIIAlphanumeric && !"-_.!~*'()".utf8.contains($0) }
    }

    /// Escapes what is not allowed in a header or URL, and leaves a valid URL as it is.
    package static func escapeIllegal(_ url: String) -> String {
        escape(url) { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "\"") }
    }

    /// The value of an HTTP header that holds an attribute of a CloudEvent: spaces, `"`, `%` and everything beyond
    /// printable ASCII become `%XX` (CloudEvents, HTTP Protocol Binding 1.0.2, section 3.1.3.2).
    package static func encodeHeader(_ value: String) -> String {
        escape(value) { !(0x21...0x7E).contains($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "%") }
    }

    private static func escape(_ text: String, _ isEscaped: (UInt8) -> Bool) -> String {
        guard text.utf8.contains(where: isEscaped) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if isEscaped(byte) { append(byte, to: &output) } else { output.append(byte) }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a byte in its escaped form.
    static func append(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(Hex.digit(byte >> 4, uppercase: true))
        output.append(Hex.digit(byte & 0x0F, uppercase: true))
    }

    /// Decodes percent-encoding; `+` is a space only in forms and queries. Invalid escapes stay as they are; invalid
    /// UTF-8 becomes U+FFFD.
    package static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String {
        let input = Array(bytes)
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var index = 0
        while index < input.count {
            let byte = input[index]
            if byte == UInt8(ascii: "%"), index + 2 < input.count,
                let high = Hex.value(input[index + 1]), let low = Hex.value(input[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
                continue
            }
            output.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            index += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether every escape is complete, and all of them together are UTF-8.
    package static func isDecodable(_ text: some StringProtocol) -> Bool {
        var rest = text.utf8[...]
        while let escape = rest.firstIndex(of: UInt8(ascii: "%")) {
            let digits = rest[escape...].dropFirst().prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Hex.value($0) != nil }) else { return false }
            rest = rest[digits.endIndex...]
        }
        return !decode(text.utf8).unicodeScalars.contains("\u{FFFD}")
    }

    /// Decodes the percent-encoding of a path segment.
    ///
    /// - Returns: `nil` if the result is not UTF-8, or contains U+0000, at which the storage would truncate it.
    package static func decodeSegment(_ text: some StringProtocol) -> String? {
        guard text.containsByte(UInt8(ascii: "%")) else { return String(text) }
        let decoded = decode(text.utf8)
        return decoded.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\0" } ? nil : decoded
    }
}

/// A path with parameters in braces, such as `/outbox/{id}`.
package enum PathTemplate {
    /// The path with the values of its parameters.
    ///
    /// - Returns: The path, and the members that it does not have.
    package static func filled(
        _ template: String, _ members: [JSON.Member]
    ) -> (path: String, rest: [JSON.Member]) {
        var (path, rest, tail) = ("", members, template[...])
        while let (text, parameter) = tail.parted(at: "{"), let (name, after) = parameter.parted(at: "}") {
            path += text
            if let index = rest.firstIndex(where: { $0.key == name }) {
                path += PercentEncoding.encode(rest.remove(at: index).value.stringValue ?? "")
            }
            tail = after
        }
        return (path + tail, rest)
    }
}
