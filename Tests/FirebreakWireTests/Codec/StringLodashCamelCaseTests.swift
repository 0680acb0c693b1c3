import FirebreakWire
import Testing

struct StringLodashCamelCaseTests {
    private static let names: [(name: String, camelCased: String)] = [
        // wire.md section 7
        ("display_name", "displayName"), ("Display-Name", "displayName"), ("displayName", "displayName"),
        ("localID", "localId"), ("photoURL", "photoUrl"), ("iOSBundleId", "iOsBundleId"),
        ("iOSAppStoreId", "iOsAppStoreId"),
        // What clients and admins send
        ("localId", "localId"), ("id_token", "idToken"), ("grant_type", "grantType"), ("refresh_token", "refreshToken"),
        ("oob_code", "oobCode"), ("return_oob_link", "returnOobLink"), ("target_project_id", "targetProjectId"),
        ("requestType", "requestType"), ("mfa_pending_credential", "mfaPendingCredential"), ("email", "email"),
        ("createdAt", "createdAt"), ("totp_verification_info", "totpVerificationInfo"),
        // lodash's own
        ("", ""), ("_", ""), ("--", ""), ("a", "a"), ("A", "a"), ("AB", "ab"), ("fooBar", "fooBar"),
        ("FooBar", "fooBar"),
        ("foo bar", "fooBar"), ("--foo-bar--", "fooBar"), ("__FOO_BAR__", "fooBar"), ("foo.bar", "fooBar"),
        ("XMLHttpRequest", "xmlHttpRequest"), ("safeHTML", "safeHtml"), ("escapeHTMLEntities", "escapeHtmlEntities"),
        ("xhr2Request", "xhr2Request"), ("12ft", "12Ft"), ("enable 6h format", "enable6HFormat"),
        ("enable 24H format", "enable24HFormat"), ("isISO8601", "isIso8601"), ("tooLegit2Quit", "tooLegit2Quit"),
        ("walk500Miles", "walk500Miles"), ("LETTERSAeiouAreVowels", "lettersAeiouAreVowels"), ("a1b2", "a1B2"),
        ("line_1", "line1"), ("sha256_hash", "sha256Hash"), ("p256dh", "p256Dh"),
        ("_a__b_", "aB"), ("a_b_", "aB"), ("_a", "a"),
    ]

    @Test(arguments: names)
    func `a name is camel-cased as lodash does it`(name: String, camelCased: String) {
        #expect(name.lodashCamelCased == camelCased)
    }

    @Test(arguments: names)
    func `a camel-cased name stays as it is`(name: String, camelCased: String) {
        #expect(camelCased.lodashCamelCased == camelCased)
    }
}
