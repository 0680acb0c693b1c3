import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// The key pair with which requests to a SAML provider are signed (saml.md section 1). It is stored with the provider's
/// configuration, of whose resource only the certificate is a part.
enum RequestSigningKey {
    /// The stored member.
    static let member = "requestSigning"

    /// Five years, in milliseconds.
    private static let lifetime: Int64 = 5 * 365 * 86_400_000

    /// The stored configuration with a key, which it gets when it is first seen to ask for one: those of fixtures come
    /// without.
    static func completed(_ record: ProviderConfigRecord, _ call: OperationContext) async throws -> ProviderConfigRecord
    {
        @Sendable func isComplete(_ document: JSON) -> Bool {
            document[path: "idpConfig.signRequest"] != true || document[member] != nil
        }
        guard call.behavior.speaksSAML, !isComplete(record.document) else { return record }
        let signing = try await made(call)
        return try await call.write { tx in
            guard var stored = try tx.providerConfig(InboundSamlConfig.collection, id: record.id) else {
                return record
            }
            guard !isComplete(stored.document) else { return stored }
            stored.document[member] = signing
            try tx.save(stored, in: InboundSamlConfig.collection)
            return stored
        }
    }

    private static func made(_ call: OperationContext) async throws -> JSON {
        let end = call.now.advanced(byMilliseconds: lifetime)
        let start = call.now
        // The key itself cannot be seeded.
        let serialNumber = call.random.secret(16)
        let name = "\(call.projectID.rawValue).firebaseapp.com"
        // Generating a key takes a while, during which other connections continue.
        return try await call.services.workers.run {
            let key = try SigningKey()
            return [
                "privateKey": .string(key.pem),
                "x509Certificate": .string(
                    try key.certificate(
                        commonName: name, from: start, to: end, serialNumber: serialNumber)),
                "expiresAt": .string(end.rfc3339),
            ]
        }
    }

    static func key(of document: JSON) throws -> SigningKey? {
        try document[member]?["privateKey"]?.stringValue.map { pem throws(KeySetError) in try SigningKey(pem: pem) }
    }

    /// A stored configuration as clients see it: with the certificate, without the key.
    static func shown(_ document: JSON) -> JSON {
        guard let signing = document[member] else { return document }
        var shown = document
        shown[member] = nil
        guard var own = shown["spConfig"] else { return shown }
        var certificate = JSON.emptyObject
        for name in ["x509Certificate", "expiresAt"] { certificate[name] = signing[name] }
        own["spCertificates"] = [certificate]
        shown["spConfig"] = own
        return shown
    }
}
