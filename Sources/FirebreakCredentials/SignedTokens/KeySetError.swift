/// Why keys cannot be read.
package enum KeySetError: String, Error, Sendable, CustomStringConvertible {
    case malformed =
        "The document is not an object with an array `keys` of objects or an object `certificates` of PEM texts."
    case notACertificate = "One of the certificates is not a PEM certificate of an RSA key with 2048 bits or more."
    case notAPrivateKey = "The text is not a PEM private key for RSA with 2048 bits or more."
    case noUsableKey = "None of the keys can verify signatures with RS256, RS384, RS512, ES256, ES384 or ES512."

    package var description: String { rawValue }
}
