package import FirebreakFixtures

/// One project's part of a document, and how it is applied.
package struct FixturePart: Sendable {
    package let source: FixtureSource
    package let fixture: ProjectFixture
    package let strategy: FixtureStrategy

    package init(source: FixtureSource, fixture: ProjectFixture, strategy: FixtureStrategy) {
        self.source = source
        self.fixture = fixture
        self.strategy = strategy
    }

    var withoutAPIKeys: FixturePart {
        var fixture = fixture
        fixture.apiKeys = []
        return FixturePart(source: source, fixture: fixture, strategy: strategy)
    }
}

extension Fixture {
    /// The parts of all projects.
    ///
    /// - Parameter strategy: `nil` for what the document says, else `merge`.
    package func parts(_ strategy: FixtureStrategy? = nil) -> [FixturePart] {
        projects.map { FixturePart(source: source, fixture: $0, strategy: strategy ?? self.strategy ?? .merge) }
    }
}
