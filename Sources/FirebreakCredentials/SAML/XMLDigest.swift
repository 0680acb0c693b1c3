import Crypto

/// A digest that XML signatures name by a URI.
enum XMLDigest: String {
    case sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
    case sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
    case sha384 = "http://www.w3.org/2001/04/xmldsig-more#sha384"
    case sha512 = "http://www.w3.org/2001/04/xmlenc#sha512"

    func digest(_ octets: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: octets))
        case .sha256: Array(SHA256.hash(data: octets))
        case .sha384: Array(SHA384.hash(data: octets))
        case .sha512: Array(SHA512.hash(data: octets))
        }
    }
}
