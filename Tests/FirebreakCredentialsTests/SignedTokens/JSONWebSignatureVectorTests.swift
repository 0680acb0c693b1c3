import FirebreakCredentials
import FirebreakWire
import Testing

/// Examples that are published with their keys: RFC 7515 appendix A, RFC 8037 appendix A.
struct JSONWebSignatureVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        var source: String
        var key: JSON
        var token: String

        var testDescription: String { source }
    }

    /// What most examples of RFC 7515 sign.
    private static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    static let verifiable = [
        Vector(
            source: "RFC 7515 A.2, RS256",
            key: [
                "kty": "RSA", "e": "AQAB",
                "n": .string(
                    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4Ql"
                        + "L-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdb"
                        + "BYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK"
                        + "-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"),
            ],
            token: "eyJhbGciOiJSUzI1NiJ9." + claims
                + ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds"
                + "9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRm"
                + "B_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98r"
                + "qVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"),
        Vector(
            source: "RFC 7515 A.3, ES256",
            key: [
                "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
            ],
            token: "eyJhbGciOiJFUzI1NiJ9." + claims
                + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
        Vector(
            source: "RFC 7515 A.4, ES512",
            key: [
                "kty": "EC", "crv": "P-521",
                "x": "AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wTjxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk",
                "y": "ADSmRA43Z1DSNx_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3kyMj2",
            ],
            token: "eyJhbGciOiJFUzUxMiJ9.UGF5bG9hZA"
                + ".AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1bKPWROc-mZZqwqT2SI-KGDKB34XO0aw_7XdtAG8GaSwFKd"
                + "CAPZgoXD2YBJZCPEX3xKpRwcdOO8KpEHwJjyqOgzDO7iKvU8vcnwNrmxYbSW9ERBXukOXolLzeO_Jn"),
    ]

    /// Algorithms that an issuer's public keys are not taken for.
    static let others = [
        Vector(
            source: "RFC 7515 A.1, HS256",
            key: [
                "kty": "oct",
                "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
            ],
            token: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + claims
                + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
        Vector(
            source: "RFC 7515 A.5, none", key: ["kty": "none"], token: "eyJhbGciOiJub25lIn0." + claims + "."),
        Vector(
            source: "RFC 8037 A.4, EdDSA",
            key: ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"],
            token: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
                + ".hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"),
    ]

    @Test(arguments: verifiable)
    func `the published signature is verified`(vector: Vector) throws {
        let keys = try KeySet(document: ["keys": [vector.key]])
        #expect(keys.verifies(vector.token))
    }

    @Test(arguments: verifiable)
    func `what was tampered with is not`(vector: Vector) throws {
        let keys = try KeySet(document: ["keys": [vector.key]])
        let token = Array(vector.token.utf8)
        for offset in token.indices {
            var bytes = token
            bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(!keys.verifies(String(decoding: bytes, as: UTF8.self)), "at \(offset)")
        }
    }

    @Test func `no other key verifies it`() throws {
        for vector in Self.verifiable {
            let keys = Self.verifiable.filter { $0.source != vector.source }.map(\.key)
            #expect(!(try KeySet(document: ["keys": .array(keys)])).verifies(vector.token), "\(vector.source)")
        }
    }

    @Test(arguments: others)
    func `other algorithms are refused`(vector: Vector) throws {
        #expect(throws: KeySetError.noUsableKey) { try KeySet(document: ["keys": [vector.key]]) }
        let keys = try KeySet(document: ["keys": .array(Self.verifiable.map(\.key) + [vector.key])])
        #expect(!keys.verifies(vector.token))
        #expect(Self.verifiable.allSatisfy { keys.verifies($0.token) })
    }
}
