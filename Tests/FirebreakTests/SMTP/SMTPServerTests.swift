import Firebreak
import Testing

struct SMTPServerTests {
    @Test func `the URL says everything`() throws {
        let server = try #require(SMTPServer(url: "smtps://me%40x:p%2Fw%3A@Mail.Example:2465?verify=off"))

        #expect(server.host == "mail.example")
        #expect(server.port == 2465)
        #expect(server.isTLS)
        #expect(!server.isVerified)
        #expect(server.credentials == .init(user: "me@x", password: "p/w:"))
        #expect(server.name == "smtps://mail.example:2465")
    }

    @Test(arguments: [
        ("smtp://h", 25, false, "smtp://h:25"), ("smtps://h", 465, true, "smtps://h:465"),
        ("smtp://127.0.0.1:1025/", 1025, false, "smtp://127.0.0.1:1025"),
        ("smtp://[::1]:25", 25, false, "smtp://[::1]:25"),
    ])
    func `ports have defaults, and smtps is verified`(url: String, port: Int, isVerified: Bool, name: String) throws {
        let server = try #require(SMTPServer(url: url))

        #expect(server.port == port)
        #expect(server.isVerified == isVerified)
        #expect(server.credentials == nil)
        #expect(server.name == name)
    }

    @Test(arguments: [
        "", "mail.test:25", "http://h:25", "smtp://", "smtp://h:0", "smtp://h:65536", "smtp://h/path",
        "smtp://h?verify=no", "smtp://user@h", "smtp://:pw@h", "smtp://h#x",
    ])
    func `anything else is refused, without saying the password`(url: String) throws {
        #expect(SMTPServer(url: url) == nil)
        var configuration = EmulatorConfiguration()
        configuration.smtp = url
        let error = #expect(throws: EmulatorError.self) { _ = try Emulator(configuration: configuration) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.description.contains("pw") == false)
    }
}
