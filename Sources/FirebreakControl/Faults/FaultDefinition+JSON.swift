import FirebreakFixtures
package import FirebreakModel
package import FirebreakWire

extension FaultDefinition {
    /// The definition as the control API has it.
    package var json: JSON {
        get throws { try JSON(parsing: WireEncoder().encode(self), keys: .stored) }
    }

    /// The definition as it stands in a fixture, where `${` begins the name of a variable.
    package var fixtureElement: JSON {
        get throws { try json.escapingExpansions }
    }
}
