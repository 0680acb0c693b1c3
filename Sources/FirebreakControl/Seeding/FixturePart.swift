package import FirebreakFixtures

/// One project's part of a document, and how it is applied.
package struct FixturePart: Sendable {
    package let source: FixtureSource
    package let fixture: ProjectFixture
    let strategy: FixtureStrategy
    /// What is wrong with the document by itself, to be told with what the project does not take.
    let problems: [FixtureProblem]

    init(
        source: FixtureSource, fixture: ProjectFixture, strategy: FixtureStrategy, problems: [FixtureProblem] = []
    ) {
        self.source = source
        self.fixture = fixture
        self.strategy = strategy
        self.problems = problems
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
        projects.map { project in
            FixturePart(
                source: source, fixture: project, strategy: strategy ?? self.strategy ?? .merge,
                problems: problems(of: project))
        }
    }
}
