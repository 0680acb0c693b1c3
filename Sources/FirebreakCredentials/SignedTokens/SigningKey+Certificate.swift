package import FirebreakWire
import Foundation
import SwiftASN1
import X509

extension SigningKey {
    /// A self-signed certificate of the key in PEM.
    ///
    /// - Parameters:
    ///   - commonName: The subject; by default that of Google's certificates.
    ///   - start: When it begins to be valid.
    ///   - end: When it ends; by default it is valid for the whole range of a project's clock, because verifiers use
    ///     only its key.
    package func certificate(
        commonName: String = "securetoken.system.gserviceaccount.com", from start: Timestamp = Timestamp(seconds: 0),
        to end: Timestamp = .endOfTime, serialNumber: [UInt8]? = nil
    ) throws -> String {
        let name = try DistinguishedName { CommonName(commonName) }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: serialNumber ?? Array(id.utf8.prefix(16))),
            publicKey: Certificate.PublicKey(publicKey.key),
            notValidBefore: Date(timeIntervalSince1970: Double(start.seconds)),
            notValidAfter: Date(timeIntervalSince1970: Double(end.seconds)), issuer: name, subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
            }, issuerPrivateKey: Certificate.PrivateKey(privateKey))
        return try certificate.serializeAsPEM().pemString + "\n"
    }
}
