import FirebreakFixtures
import FirebreakWire

/// Reads a text as `serve --fixture shop.yaml` does.
func fixture(
    _ text: String, file: String = "shop.yaml", environment: [String: String]? = [:]
) throws(FixtureError) -> Fixture {
    let fixture = Fixture(
        try FixtureSource(Array(text.utf8), file: file, environment: environment),
        partOf: ProjectID(rawValue: "demo-default"))
    try fixture.check()
    return fixture
}

/// The lines that a wrong text leads to.
func complaints(
    _ text: String, file: String = "shop.yaml", environment: [String: String]? = [:]
) -> [String] {
    do throws(FixtureError) {
        _ = try fixture(text, file: file, environment: environment)
        return []
    } catch {
        return error.issues.map(\.description)
    }
}
