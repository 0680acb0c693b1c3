/// Why a document is not a set of JSON Web Keys.
package enum KeySetError: String, Error, Sendable, CustomStringConvertible {
    case malformed = "The document is not an object with an array `keys` of objects."
    case noUsableKey = "None of the keys can verify signatures with RS256, RS384, RS512, ES256, ES384 or ES512."

    package var description: String { rawValue }
}
