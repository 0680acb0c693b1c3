import FirebreakWire
import Testing

struct LoopbackHostTests {
    @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1", "127.255.0.3", "::1", "[::1]", "::ffff:127.0.0.1"])
    func `only this machine reaches it`(host: String) { #expect(LoopbackHost.contains(host)) }

    @Test(arguments: [
        "127.evil.test", "127.0.0.1.evil.test", "127.0.0", "127.0.0.1.1", "127.0.0.256", "127.0.0.+1", "127..0.1",
        "0.0.0.0", "::",
        "", "localhost.evil.test", "128.0.0.1", "::2", "127.0.0.1:80", "::ffff:10.0.0.1",
    ])
    func `others may reach it`(host: String) { #expect(!LoopbackHost.contains(host)) }
}
