import FirebreakWire
import Foundation
import SwiftASN1
import X509

extension SigningKey {
    /// A self-signed certificate of the key in PEM. It is valid for the whole range of a project's clock: verifiers use
    /// only its key.
    ///
    /// - Parameter commonName: The subject; by default that of Google's certificates.
    package func certificate(commonName: String = "securetoken.system.gserviceaccount.com") throws -> String {
        let name = try DistinguishedName { CommonName(commonName) }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: Array(Array(id.utf8).prefix(16))),
            publicKey: Certificate.PublicKey(publicKey.key), notValidBefore: Date(timeIntervalSince1970: 0),
            notValidAfter: Date(timeIntervalSince1970: 253_402_300_799), issuer: name, subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
            }, issuerPrivateKey: Certificate.PrivateKey(privateKey))
        return try certificate.serializeAsPEM().pemString + "\n"
    }
}
