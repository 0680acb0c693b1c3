// `JSON` inside messages: ``WireDecoder`` and ``WireEncoder`` recognise the type and never call these.
extension JSON: Codable {
    package init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "use WireDecoder"))
    }

    package func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: "use WireEncoder"))
    }
}

extension JSON {
    /// The text for a number where a text is declared: whole numbers as they are written, others as JavaScript prints
    /// them.
    package static func text(ofNumber literal: String) -> String {
        if Int64(literal) != nil, literal != "-0" { return literal }
        guard let number = Double(literal) else { return literal }
        // Reference: the text of infinity, which it takes such a number for.
        return number.isFinite ? javaScriptText(of: number) : number < 0 ? "-Infinity" : "Infinity"
    }

    /// The text JavaScript prints for a number: `5` for 5.0, `1e+21` for 1e21, `0.5`.
    package static func javaScriptText(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        if number == 0 { return "0" }
        if number.rounded() == number, abs(number) < 9.2e18 { return String(Int64(number)) }
        let magnitude = abs(number)
        let shortest = "\(number)"
        guard let (before, after) = shortest.parted(at: "e"), let exponent = Int(after) else { return shortest }
        var mantissa = String(before)
        if magnitude >= 1e21 || magnitude < 1e-6 {
            if mantissa.ends(with: ".0") { mantissa.removeLast(2) }
            return "\(mantissa)e\(exponent < 0 ? "" : "+")\(exponent)"
        }
        return positional(mantissa: mantissa, exponent: exponent)
    }

    /// `1.5`, 16 → `15000000000000000`; `1.5`, -5 → `0.000015`.
    private static func positional(mantissa: String, exponent: Int) -> String {
        let isNegative = mantissa.begins(with: "-")
        let parts = mantissa.drop { $0 == "-" }.separated(by: ".")
        let whole = parts.first.map(String.init) ?? "0"
        let fraction = parts.count > 1 && parts[1] != "0" ? String(parts[1]) : ""
        let digits = whole + fraction
        let point = whole.count + exponent
        let text =
            if point <= 0 { "0." + String(repeating: "0", count: -point) + digits } else if point >= digits.count {
                digits + String(repeating: "0", count: point - digits.count)
            } else { String(digits.prefix(point)) + "." + String(digits.dropFirst(point)) }
        return isNegative ? "-" + text : text
    }
}
