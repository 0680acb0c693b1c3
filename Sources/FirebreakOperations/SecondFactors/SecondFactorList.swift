import FirebreakStore
import FirebreakWire

/// Lists of second factors as sign-up and update take them (accounts.md section 8.3).
package enum SecondFactorList {
    /// How many second factors an account may have (production.md section 12).
    package static let maximumCount = Limit.secondFactors.maximum

    /// Factors for a new account: IDs are generated, given ones ignored.
    static func generated(
        from elements: [SecondFactor], _ call: OperationContext
    ) throws(WireError) -> [SecondFactor] {
        try unique(elements, keeping: [], call) { _ throws(WireError) in SecondFactorCheck.newID(call) }
    }

    /// Factors that replace an account's: an ID names one number. In the reference every one needs its ID; elsewhere
    /// missing ones are generated (production.md section 12).
    ///
    /// - Parameter current: The account's factors, of which one-time passwords can be kept but not added.
    static func given(
        _ elements: [SecondFactor], keeping current: [SecondFactor], _ call: OperationContext
    ) throws(WireError) -> [SecondFactor] {
        var used: Set<ExactText> = []
        return try unique(elements, keeping: current, call) { element throws(WireError) in
            guard let id = element.id, !id.isEmpty else {
                guard !call.behavior.formatsFactors else { return SecondFactorCheck.newID(call) }
                throw .invalidMFAEnrollmentID
            }
            guard used.insert(ExactText(id)).inserted else { throw .duplicateMFAEnrollmentID }
            return id
        }
    }

    /// One factor a number: the first counts, and later ones are not looked at any further.
    private static func unique(
        _ elements: [SecondFactor], keeping current: [SecondFactor], _ call: OperationContext,
        id: (SecondFactor) throws(WireError) -> String
    ) throws(WireError) -> [SecondFactor] {
        var numbers: Set<ExactText> = []
        var factors: [SecondFactor] = []
        for element in elements {
            // Reference: they are unknown until a user has enrolled one.
            let isKnown = call.behavior.knowsOneTimePasswords || current.contains { $0.isTOTP && $0.id == element.id }
            if isKnown, element[.phoneInfo] == nil, element.isTOTP {
                let factor = try kept(element, of: current)
                _ = try id(element)
                factors.append(factor)
                continue
            }
            let number = try number(of: element, keeping: current, call)
            guard numbers.insert(ExactText(number)).inserted else { continue }
            var factor = element
            factor.id = try id(element)
            factor.phoneNumber = number
            if call.behavior.formatsFactors { factor.enrolledAt = enrollmentTime(element, call) }
            factors.append(factor)
        }
        guard !call.behavior.enforcesLimits || factors.count <= SecondFactorList.maximumCount else {
            throw .secondFactorLimitExceeded
        }
        return factors
    }

    /// A factor that the account has keeps its number, whatever is said of new ones.
    private static func number(
        of element: SecondFactor, keeping current: [SecondFactor], _ call: OperationContext
    ) throws(WireError) -> String {
        guard let text = element.phoneNumber else { throw .invalidMFAPhoneNumber }
        if let kept = PhoneNumber.forms(of: text, call.profile).last,
            current.contains(where: { $0.phoneNumber == kept })
        {
            return kept
        }
        do throws(PhoneNumber.Problem) { return try PhoneNumber.checked(text, call.profile) } catch {
            throw error == .malformed ? .invalidMFAPhoneNumber : error.error
        }
    }

    /// When an admin's factor counts as enrolled: now, unless the request says otherwise (production.md section 12).
    private static func enrollmentTime(_ element: SecondFactor, _ call: OperationContext) -> String {
        (element.enrolledAt.flatMap(Timestamp.init(rfc3339:)) ?? call.now).rfc3339
    }

    /// One-time passwords that the account has, with the name that the request gives them.
    private static func kept(
        _ element: SecondFactor, of current: [SecondFactor]
    ) throws(WireError) -> SecondFactor {
        guard let id = element.id, var factor = current.first(where: { $0.id == id && $0.isTOTP }) else {
            throw .unsupportedSecondFactor
        }
        factor.displayName = element.displayName
        return factor
    }
}
