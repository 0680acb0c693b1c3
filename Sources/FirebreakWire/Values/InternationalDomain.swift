import Foundation

/// Host names with letters beyond ASCII, which have two forms: `bücher.example` for people, and `xn--bcher-kva.example`
/// for the domain name system, to which clients convert it (UTS 46).
package enum InternationalDomain {
    /// More than any host name has; to encode a label takes time by the square of its length.
    private static let maximumBytes = 1000

    private static let prefix = "xn--"

    /// The form by which hosts are compared and handed out: lower-case ASCII.
    ///
    /// Full-width letters and points count as the ordinary ones, what has no width counts as nothing. What is not a host
    /// afterwards, such as one with a slash in it, is the caller's to refuse.
    ///
    /// - Returns: `nil` for one that is too long to be a host.
    package static func ascii(_ host: String) -> String? {
        if host.utf8.allSatisfy({ $0 < 0x80 }) { return host.lowercased() }
        guard host.utf8.count <= maximumBytes else { return nil }
        var labels: [String] = []
        for label in mapped(host).separated(by: ".", omittingEmptySubsequences: false) {
            guard !label.utf8.allSatisfy({ $0 < 0x80 }) else {
                labels.append(String(label))
                continue
            }
            guard let encoded = Punycode.encode(Array(label.unicodeScalars)) else { return nil }
            labels.append(prefix + encoded)
        }
        return labels.joined(separator: ".")
    }

    /// The form for people, of a host in either form; labels that cannot be decoded stay as they are.
    static func unicode(_ host: String) -> String {
        guard host.utf8.count <= maximumBytes else { return host }
        return host.separated(by: ".", omittingEmptySubsequences: false).map { label in
            guard let code = label.lowercased().rest(afterBytes: prefix), let scalars = Punycode.decode(code),
                scalars.contains(where: { !$0.isASCII })
            else { return String(label) }
            return String(String.UnicodeScalarView(scalars))
        }.joined(separator: ".")
    }

    /// Whether both are one host, whichever way they are written.
    package static func areSame(_ left: String, _ right: String) -> Bool {
        left.hasSameBytes(as: right) || ascii(left).map { $0.hasSameBytes(as: ascii(right) ?? "") } == true
    }

    /// In the form that is encoded: composed, lower-case, with points between the labels.
    private static func mapped(_ host: String) -> String {
        let visible = String.UnicodeScalarView(host.unicodeScalars.filter { !isIgnored($0) })
        let mapped = String(visible).precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        return mapped.substituting("\u{3002}", with: ".")
    }

    /// Characters without a form, which UTS 46 maps to nothing.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x180B...0x180D, 0x180F, 0x200B, 0x2060, 0x2064, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF:
            true
        default: false
        }
    }
}

/// Labels of international domain names in ASCII (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72
    private static let initialN = 0x80

    /// - Returns: `nil` where a number would not fit 32 bits.
    static func encode(_ label: [Unicode.Scalar]) -> String? {
        var output = label.filter(\.isASCII).map { UInt8($0.value) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (n, delta, bias, handled) = (initialN, 0, initialBias, basic)
        while handled < label.count {
            guard let next = label.lazy.map({ Int($0.value) }).filter({ $0 >= n }).min() else { return nil }
            delta += (next - n) * (handled + 1)
            guard delta <= Int32.max else { return nil }
            n = next
            for scalar in label {
                if scalar.value < n { delta += 1 }
                guard scalar.value == n else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A number as digits of variable value.
    private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = delta
        var k = base
        while true {
            let t = threshold(k, bias)
            guard rest >= t else { break }
            output.append(digit(t + (rest - t) % (base - t)))
            rest = (rest - t) / (base - t)
            k += base
        }
        output.append(digit(rest))
    }

    /// - Returns: `nil` for what ``encode(_:)`` writes for no label.
    static func decode(_ text: some StringProtocol) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        guard bytes.count <= 1000, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
        var output = bytes.prefix(delimiter ?? 0).map { Unicode.Scalar($0) }
        var input = bytes.dropFirst(output.isEmpty ? 0 : output.count + 1)
        var (n, i, bias) = (initialN, 0, initialBias)
        while !input.isEmpty {
            let old = i
            var (weight, k) = (1, base)
            while true {
                guard let byte = input.popFirst(), let digit = value(byte) else { return nil }
                i += digit * weight
                let t = threshold(k, bias)
                if digit < t { break }
                weight *= base - t
                guard i <= Int32.max, weight <= Int32.max else { return nil }
                k += base
            }
            bias = adapted(i - old, output.count + 1, isFirst: old == 0)
            n += i / (output.count + 1)
            i %= output.count + 1
            guard n <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(n)) else { return nil }
            output.insert(scalar, at: i)
            i += 1
        }
        return output
    }

    private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, tMin), tMax) }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value + 22) }

    private static func value(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 22
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
        default: nil
        }
    }
}
