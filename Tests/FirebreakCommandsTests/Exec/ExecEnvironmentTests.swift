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

    @Test func `the control token is handed on`() {
        var configuration = EmulatorConfiguration()
        configuration.controlToken = "t"

        let variables = ExecEnvironment.variables(hostAndPort: "h:1", url: "http://h:1", configuration: configuration)

        #expect(variables["FIREBREAK_CONTROL_TOKEN"] == "t")
    }
}
