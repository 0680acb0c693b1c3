import Firebreak
import FirebreakCommands
import Testing

@Suite struct ExecEnvironmentTests {
    @Test func `a command finds server and project`() {
        var configuration = EmulatorConfiguration()
        configuration.project = "demo-shop"

        let variables = ExecEnvironment.variables(hostAndPort: "h:1", url: "http://h:1", configuration: configuration)

        #expect(
            variables == [
                "FIREBASE_AUTH_EMULATOR_HOST": "h:1", "FIREBREAK_URL": "http://h:1", "FIREBREAK_PROJECT": "demo-shop",
                "GCLOUD_PROJECT": "demo-shop", "GOOGLE_CLOUD_PROJECT": "demo-shop",
            ]
        )
    }

    @Test func `a command finds the hub`() {
        let variables = ExecEnvironment.variables(
            hostAndPort: "h:1", url: "http://h:1", hub: "h:2", configuration: EmulatorConfiguration())

        #expect(variables["FIREBASE_EMULATOR_HUB"] == "h:2")
    }

    @Test(arguments: [("127.0.0.1:25", "127.0.0.1"), ("[::1]:25", "::1")])
    func `a command finds the mail server`(_ address: String, _ host: String) {
        let variables = ExecEnvironment.variables(
            hostAndPort: "h:1", url: "http://h:1", mailServer: address, configuration: EmulatorConfiguration())

        #expect(variables["FIREBREAK_SMTP_URL"] == "smtp://\(address)")
        #expect(variables["FIREBREAK_SMTP_HOST"] == host && variables["FIREBREAK_SMTP_PORT"] == "25")
    }

    @Test(
        arguments: [
            (
                [:],
                #"{"projectId":"demo-shop","storageBucket":"demo-shop.appspot.com","databaseURL":"https://demo-shop.firebaseio.com"}"#
            ),
            (["FIREBASE_CONFIG": ""], nil), (["FIREBASE_CONFIG": "own.json"], "own.json"),
        ] as [([String: String], String?)])
    func `a script of the Firebase CLI finds its settings`(_ environment: [String: String], _ settings: String?) {
        let script = ExecEnvironment.ofFirebaseCLI(environment.merging(["A": "b"]) { $1 }, project: "demo-shop")

        #expect(script["IS_FIREBASE_CLI"] == "true" && script["A"] == "b")
        #expect(
            script["FIREBASE_CONFIG"]?.contains("demo-shop.appspot.com")
                == (environment["FIREBASE_CONFIG"] != "own.json"))
        if let settings { #expect(script["FIREBASE_CONFIG"] == settings) }
    }

    @Test func `the control token is handed on`() {
        var configuration = EmulatorConfiguration()
        configuration.controlToken = "t"

        let variables = ExecEnvironment.variables(hostAndPort: "h:1", url: "http://h:1", configuration: configuration)

        #expect(variables["FIREBREAK_CONTROL_TOKEN"] == "t")
    }
}
