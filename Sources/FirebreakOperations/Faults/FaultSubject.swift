/// A call or message as faults compare it. Values are looked for only where a fault asks for them, and never in the
/// database.
package protocol FaultSubject: Sendable {
    /// All values of this kind that the call or message has.
    func values(of member: FaultCondition.Member) -> [String]
}
