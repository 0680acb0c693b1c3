import FirebreakWire

/// What a call or message must be about to be a fault's: the member `where` of its definition.
package struct FaultCondition: Sendable, Equatable {
    package enum Member: String, Sendable, CaseIterable {
        case email, phoneNumber, localID = "localId", tenant, provider, apiKey, caller
    }

    private let asked: [(member: Member, value: String)]

    /// - Parameter document: Texts by the names of members; `nil` for everything.
    init(_ document: JSON?) {
        asked = (document?.objectValue ?? []).compactMap { entry in
            guard let member = Member(rawValue: entry.key), let value = entry.value.stringValue else { return nil }
            return (member, Self.compared(value, member))
        }
    }

    func isMet(by subject: some FaultSubject) -> Bool {
        asked.allSatisfy { member, value in
            subject.values(of: member).contains { Self.compared($0, member) == value }
        }
    }

    /// Addresses are the same in any letter case, numbers with and without punctuation.
    private static func compared(_ value: String, _ member: Member) -> String {
        switch member {
        case .email: EmailAddress.key(EmailAddress.folded(value))
        case .phoneNumber: value.filter { !" -()./".contains($0) }
        case .localID, .tenant, .provider, .apiKey, .caller: value
        }
    }

    package static func == (left: FaultCondition, right: FaultCondition) -> Bool {
        left.asked.elementsEqual(right.asked) { $0 == $1 }
    }
}
