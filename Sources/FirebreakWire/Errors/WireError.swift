/// A failure as the client sees it: one row of the catalogue of errors.
///
/// Rows are in files `Errors/WireError+<Area>.swift` of the lowest target that throws them, and each of those files
/// ends with the list of its rows. Nothing else builds messages; one place in the HTTP layer renders them.
package struct WireError: Error, Sendable {
    /// A thrown error is a single reference, however long its texts are.
    private final class Row: Sendable {
        let wording: Wording
        let reference: Wording?
        let production: Wording?
        let area: Area
        let cause: String
        let remedy: String
        let reason: Reason?

        init(
            _ wording: Wording, _ reference: Wording?, _ production: Wording?, _ area: Area, _ cause: String,
            _ remedy: String, _ reason: Reason? = nil
        ) {
            self.wording = wording
            self.reference = reference
            self.production = production
            self.area = area
            self.cause = cause
            self.remedy = remedy
            self.reason = reason
        }
    }

    private let row: Row

    /// - Parameters:
    ///   - wording: The error in each profile for which nothing else is given.
    ///   - reference: The reference's error, for profile `emulator`.
    ///   - production: Production's error, if profile `local` has a wording of its own.
    ///   - cause: What raises it.
    ///   - remedy: What a developer can do about it.
    package init(
        _ wording: Wording, reference: Wording? = nil, production: Wording? = nil, area: Area, cause: String,
        remedy: String
    ) {
        row = Row(wording, reference, production, area, cause, remedy)
    }

    private init(_ row: Row) { self.row = row }

    /// The same error with what decided it, which clients do not see.
    package func because(_ reason: Reason) -> WireError {
        WireError(
            Row(row.wording, row.reference, row.production, row.area, row.cause, row.remedy, reason))
    }

    /// What decided it, where that is known.
    package var reason: Reason? { row.reason }

    package func wording(in profile: Profile) -> Wording {
        switch profile {
        case .local: row.wording
        case .emulator: row.reference ?? row.wording
        case .production: row.production ?? row.wording
        }
    }

    /// `error.message`, exactly as on the wire.
    package func message(in profile: Profile) -> String { wording(in: profile).message }

    // MARK: For the catalogue

    /// The name by which the row is sorted: the code of its wording in profile `local`.
    package var code: String { row.wording.code }
    package var area: Area { row.area }
    /// What raises it, in sentences.
    package var cause: String { row.cause }
    /// What a developer can do about it, in sentences.
    package var remedy: String { row.remedy }
}

extension WireError: Equatable {
    /// Whether clients cannot tell them apart in any profile.
    package static func == (left: WireError, right: WireError) -> Bool {
        left.row === right.row || Profile.allCases.allSatisfy { left.wording(in: $0) == right.wording(in: $0) }
    }
}

extension WireError: CustomStringConvertible {
    package var description: String { row.wording.message }
}

extension WireError {
    /// What a row is about.
    package enum Area: String, Sendable, CaseIterable {
        case accounts
        case actionCodes
        case blockingFunctions
        case callers
        case configuration
        case control
        case identityProviders
        case passkeys
        case passwords
        case phone
        case requests
        case secondFactors
        case tenants
        case tokens
    }
}
