import FirebreakWire
import Testing

struct IPNetworkTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
        ("10.1.2.3", "10.1.2.4", false), ("192.168.4.0/23", "192.168.5.9", true),
        ("192.168.4.0/23", "192.168.6.0", false), ("0.0.0.0/0", "203.0.113.9", true),
        ("0.0.0.0/0", "2001:db8::1", false),
        ("10.0.0.0/8", "::ffff:10.2.3.4", true), ("::ffff:10.0.0.0/104", "10.2.3.4", true),
        ("2001:db8::/32", "2001:db8:1::9", true), ("2001:db8::/32", "2001:db9::1", false), ("::1", "::1", true),
        ("::/0", "10.0.0.1", true), ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false),
    ])
    func `a network has the addresses that begin as it does`(network: String, address: String, isIn: Bool) throws {
        #expect(try #require(IPNetwork(network)).contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(arguments: [
        "", "10", "10.0.0", "10.0.0.256", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8",
        "::/129", "[::1]", "::1%lo", "localhost", "10.0.0.0 /8",
    ])
    func `nothing else is a network`(text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test func `the machine itself is in its own networks`() throws {
        for address in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            let address = try #require(IPAddress(address))
            #expect(IPNetwork.loopback.contains { $0.contains(address) })
        }
    }
}
