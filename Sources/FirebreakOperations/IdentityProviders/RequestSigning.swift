import FirebreakCredentials
import FirebreakStore
import FirebreakWire

/// The key pair with which requests to a SAML provider are signed (saml.md section 1). It is stored with the provider's
/// configuration, of whose resource only the certificate is a part.
enum RequestSigning {
    /// The stored member.
    static let member = "requestSigning"

    /// Five years, in milliseconds.
    private static let lifetime: Int64 = 5 * 365 * 86_400_000

    /// The member for a configuration that asks for signed requests and has none yet.
    static func prepared(for document: JSON, _ call: Call) async throws -> JSON? {
        guard call.facts.speaksSAML, document[path: "idpConfig.signRequest"] == true, document[member] == nil else {
            return nil
        }
        let end = call.now.advanced(byMilliseconds: lifetime)
        let start = call.now
        let name = "\(call.projectID.rawValue).firebaseapp.com"
        // Generating a key takes a while, during which other connections continue.
        return try await withTaskExecutorPreference(call.services.workers) {
            let key = try SigningKey()
            return [
                "privateKey": .string(key.pem),
                "x509Certificate": .string(try key.certificate(commonName: name, from: start, to: end)),
                "expiresAt": .string(end.rfc3339),
            ]
        }
    }

    /// A stored configuration with a key if it needs one: those of fixtures come without, and a change may have asked
    /// for it. The key is made outside of the transaction, which would hold up all others.
    static func completed(_ document: JSON, id: String, _ call: Call) async throws -> JSON {
        guard let signing = try await prepared(for: document, call) else { return document }
        return try await call.write { tx in
            guard var record = try tx.providerConfig(InboundSamlConfig.collection, id: id) else { return document }
            if record.document[member] == nil {
                record.document[member] = signing
                try tx.save(record, in: InboundSamlConfig.collection)
            }
            return record.document
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
