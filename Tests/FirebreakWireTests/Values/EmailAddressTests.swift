import FirebreakWire
import Testing

struct EmailAddressTests {
    @Test(
        arguments: [
            ("A@X.Test", "a@x.test"), ("ÄB@x.test", "äb@x.test"), ("no address", "no address"), ("", ""),
            // JavaScript has a sigma of its own for the end of a word.
            ("ΣΑΣ", "σας"), ("ΣΑΣ@X.test", "σας@x.test"), ("ΑΣ.Α@x.test", "ασ.α@x.test"), ("Σ@x.test", "σ@x.test"),
            ("ΑΣ1@x.test", "ας1@x.test"), ("ΑΣΑ@İ.test", "ασα@i̇.test"),
        ])
    func `an address is kept in lower case`(text: String, folded: String) {
        #expect(EmailAddress.folded(text) == folded)
    }
}
