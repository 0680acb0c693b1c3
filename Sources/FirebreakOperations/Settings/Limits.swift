import FirebreakWire

extension Rules {
    /// How often something may go wrong before it is refused; `nil` for any number of times.
    package struct Limits: Sendable, Equatable {
        /// Wrong one-time passwords at the sign-ins of one account within some minutes; the last of them is refused as
        /// too many, like every code after it (production.md section 12).
        package var totpFailures: Int64?

        var document: JSON { ["totpFailures": totpFailures.map(JSON.int) ?? .null] }

        /// Sets the limits that a document names and keeps the others.
        mutating func apply(_ document: JSON) throws(WireError) {
            guard case .object(let members) = document else {
                throw .invalidArgument("rule limits must be an object")
            }
            for member in members {
                let count = member.value.integerValue
                guard member.value.isNull || count.map({ (1...1_000_000).contains($0) }) ?? false else {
                    throw .invalidArgument("limit \(member.key) must be 1 to 1000000, or null for none")
                }
                guard member.key == "totpFailures" else { throw .invalidArgument("there is no limit \(member.key)") }
                totpFailures = count
            }
        }
    }
}
