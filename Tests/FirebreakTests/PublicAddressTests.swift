import Firebreak
import FirebreakTestSupport
import Foundation
import Testing

/// firebreak.md section 7.5.
struct PublicAddressTests {
    @Test(arguments: [
        "a.test", "https://", "https://a.test/path", "ftp://a.test", "https://a.test?x=1", "https://a.test#x",
        "https://me@a.test", "https://a.test:99999",
    ])
    func `a public URL is a scheme, a host and a port`(url: String) {
        expectRefusal("The public URL is") { $0.publicURL = url }
    }

    @Test(arguments: [
        "https://a.test", "https://a.test/", "HTTPS://A.test:8443", "http://localhost:80", "http://[::1]:9",
    ])
    func `with a port or without`(url: String) throws {
        var configuration = EmulatorConfiguration()
        configuration.publicURL = url
        _ = try Emulator(configuration: configuration)
    }

    @Test func `links of a fixture that is applied at the start begin with it`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let file = directory + "/fixture.yaml"
            try """
            users: [{ ref: bob, email: bob@example.test }]
            codes: [{ type: VERIFY_EMAIL, to: bob, oobCode: verify-bob }]
            """.write(toFile: file, atomically: true, encoding: .utf8)
            var configuration = EmulatorConfiguration()
            configuration.publicURL = "https://auth.a.test:8443"
            try await withFirebreak(configuration: configuration, fixture: file) { address in
                let project = FirebreakProject("demo-firebreak", at: HTTPTransport(url: address.url))
                let link = try #require(try await project.outbox.list().messages.first?.link)
                #expect((link.action ?? "").hasPrefix("https://auth.a.test:8443/__/auth/action?"))
            }
        }
    }

    @Test func `the two forms exclude each other`() {
        expectRefusal("give one of the two") {
            $0.publicURL = "https://a.test"
            $0.publicHost = "b.test"
        }
    }

    @Test(arguments: ["everyone", "10.0.0.0/33", "loopback,", ""])
    func `proxies are networks`(list: String) {
        expectRefusal("Proxies to trust are") {
            $0.trustedProxies = list
            $0.controlToken = "t"
        }
    }

    @Test func `trusting a proxy needs a control token`() {
        expectRefusal("needs a control token") { $0.trustedProxies = "loopback" }
    }

    @Test(arguments: ["https://app.test", "app.test:8080", "", "*.app.test"])
    func `authorized domains are bare host names`(domain: String) {
        expectRefusal("INVALID_AUTHORIZED_DOMAIN") { $0.authorizedDomains = ["ok.test", domain] }
    }

    @Test func `a star is not an authorized domain in production`() {
        expectRefusal("INVALID_AUTHORIZED_DOMAIN") {
            $0.profile = .production
            $0.authorizedDomains = ["*"]
        }
    }

    @Test func `there may be one project at least`() {
        expectRefusal("1 project or more") { $0.maximumProjects = 0 }
    }

    @Test(arguments: [
        "everywhere", "localhost", "127.0.0.1:0", "127.0.0.1:65536", "::1:5001", "a/b:1", "u@a:1", "a:1?x", "",
    ])
    func `functions are at an address`(text: String) {
        expectRefusal("host:port of the Functions emulator, hub or off") { $0.functions = text }
        expectRefusal("The hub is at host:port") {
            $0.functions = "hub"
            $0.hubAddress = text
        }
    }

    @Test(arguments: ["localhost:5001", "127.0.0.1:80", "[::1]:5001", "functions.test:5001", "hub", "off"])
    func `functions can be found in several ways`(text: String) throws {
        var configuration = EmulatorConfiguration()
        configuration.functions = text
        _ = try Emulator(configuration: configuration)
    }

    @Test func `a hub that is not asked can have any address`() throws {
        var configuration = EmulatorConfiguration()
        configuration.hubAddress = "nowhere"
        _ = try Emulator(configuration: configuration)
    }

    @Test func `the hub has a port`() {
        expectRefusal("The hub's port must be 0 to 65535") { $0.hubPort = 65536 }
        expectRefusal("Listening on 0.0.0.0") { ($0.hubPort, $0.hubHost) = (0, "0.0.0.0") }
    }
}

/// An emulator is not made of a configuration with this change, and the error says why.
func expectRefusal(_ reason: String, _ change: (inout EmulatorConfiguration) -> Void) {
    var configuration = EmulatorConfiguration()
    change(&configuration)
    let error = #expect(throws: EmulatorError.self) { try Emulator(configuration: configuration) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
}
