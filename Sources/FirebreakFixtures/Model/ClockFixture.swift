package import FirebreakWire

/// The time of a project's clock when the document is applied.
package struct ClockFixture: Sendable, Equatable {
    package var at: Timestamp
    /// Whether it is frozen; otherwise it runs on from there.
    package var isFrozen: Bool
}
