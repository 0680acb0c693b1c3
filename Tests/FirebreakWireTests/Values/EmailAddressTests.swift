import FirebreakWire
import Testing

struct EmailAddressTests {
    @Test(arguments: [("A@X.Test", "a@x.test"), ("ÄB@x.test", "äb@x.test"), ("no address", "no address"), ("", "")])
    func `an address is kept in lower case`(text: String, folded: String) {
        #expect(EmailAddress.folded(text) == folded)
    }
}
