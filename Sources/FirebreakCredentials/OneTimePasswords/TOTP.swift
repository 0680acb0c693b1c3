import Crypto
import FirebreakWire

/// Time-based one-time passwords (RFC 6238 on top of RFC 4226), in the one form that the service offers.
package enum TOTP {
    /// Length of a new shared secret in bytes.
    package static let secretBytes = 20
    /// Digits of a code.
    package static let digits = 6
    /// Seconds for which a code is the current one.
    package static let period = 30
    /// The hash function by its name in `otpauth` URLs and on the wire.
    package static let algorithmName = "SHA1"
    /// The largest window of ``matchingStep(_:secret:at:window:after:)``, in steps to either side of now.
    static let maximumWindow = 10

    private static let modulus: UInt32 = 1_000_000

    /// The number of the period that a moment falls into.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01T00:00:00Z.
    package static func step(at seconds: Int64) -> Int64 {
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: Int64(period))
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The code of a period: six digits, including leading zeros.
    package static func code(secret: [UInt8], step: Int64) -> String {
        String(decoding: codeBytes(SymmetricKey(data: secret), step), as: UTF8.self)
    }

    /// Finds the period whose code this is; periods not later than the last accepted one count as used up.
    ///
    /// All periods of the window are compared, in constant time. If two of them happen to have the same code, the later
    /// one is returned, so that storing it prevents the code from being accepted again.
    ///
    /// - Parameters:
    ///   - code: As typed by the user; anything but six digits matches nothing.
    ///   - seconds: Now, in seconds since 1970-01-01T00:00:00Z.
    ///   - window: Periods to either side of now whose codes are accepted, 0 through ``maximumWindow``; values outside
    ///     this range are clamped.
    ///   - lastStep: The period whose code was accepted last; `nil` if there is none yet.
    /// - Returns: The period, to be kept as the next `lastStep`; `nil` when the code is refused.
    package static func matchingStep(
        _ code: String, secret: [UInt8], at seconds: Int64, window: Int, after lastStep: Int64?
    ) -> Int64? {
        let given = Array(code.utf8)
        let key = SymmetricKey(data: secret)
        let reach = Int64(min(max(window, 0), maximumWindow))
        let now = step(at: seconds)
        var match: Int64?
        for candidate in (now - reach)...(now + reach) {
            let isEqual = equalInConstantTime(given, codeBytes(key, candidate))
            if isEqual, lastStep.map({ candidate > $0 }) ?? true { match = candidate }
        }
        return match
    }

    private static func codeBytes(_ key: SymmetricKey, _ step: Int64) -> [UInt8] {
        let counter = withUnsafeBytes(of: step.bigEndian) { Array($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key))
        let offset = Int((mac.last ?? 0) & 15)
        let word = mac.dropFirst(offset).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var rest = (word & 0x7FFF_FFFF) % modulus
        var text = [UInt8](repeating: UInt8(ascii: "0"), count: digits)
        for place in text.indices.reversed() {
            text[place] += UInt8(rest % 10)
            rest /= 10
        }
        return text
    }
}
