package import FirebreakWire

/// Lists of second factors as sign-up and update take them (accounts.md section 8.3).
package enum SecondFactorList {
    /// Factors for a new account: IDs are generated, given ones ignored.
    package static func generated(from elements: [JSON], _ call: Call) throws(WireError) -> [JSON] {
        try unique(elements, keeping: [], call) { _ throws(WireError) in SecondFactorCheck.newID(call) }
    }

    /// Factors that replace an account's: every one needs its ID, and an ID names one number.
    ///
    /// - Parameter current: The account's factors, of which one-time passwords can be kept but not added.
    package static func given(_ elements: [JSON], keeping current: [JSON], _ call: Call) throws(WireError) -> [JSON] {
        var used: Set<String> = []
        return try unique(elements, keeping: current, call) { element throws(WireError) in
            guard let id = element["mfaEnrollmentId"]?.stringValue, !id.isEmpty else { throw .invalidMFAEnrollmentID }
            guard used.insert(id).inserted else { throw .duplicateMFAEnrollmentID }
            return id
        }
    }

    /// One factor a number: the first counts, and later ones are not looked at any further.
    private static func unique(
        _ elements: [JSON], keeping current: [JSON], _ call: Call, id: (JSON) throws(WireError) -> String
    ) throws(WireError) -> [JSON] {
        var numbers: Set<String> = []
        var factors: [JSON] = []
        for element in elements {
            if call.facts.knowsOneTimePasswords, element["phoneInfo"] == nil, element["totpInfo"] != nil {
                let factor = try kept(element, of: current)
                _ = try id(element)
                factors.append(factor)
                continue
            }
            guard let number = element["phoneInfo"]?.stringValue.flatMap({ PhoneNumber.normalized($0, call.profile) })
            else { throw .invalidMFAPhoneNumber }
            guard numbers.insert(number).inserted else { continue }
            var factor = element
            factor["mfaEnrollmentId"] = .string(try id(element))
            factor["phoneInfo"] = .string(number)
            factor["unobfuscatedPhoneInfo"] = .string(number)
            factors.append(factor)
        }
        guard !call.facts.enforcesLimits || factors.count <= SecondFactorCheck.maximumFactors else {
            throw .secondFactorLimitExceeded
        }
        return factors
    }

    /// One-time passwords that the account has, with the name that the request gives them.
    private static func kept(_ element: JSON, of current: [JSON]) throws(WireError) -> JSON {
        let id = element["mfaEnrollmentId"]
        guard id != nil, var factor = current.first(where: { $0["mfaEnrollmentId"] == id && $0["totpInfo"] != nil })
        else { throw .unsupportedSecondFactor }
        factor["displayName"] = element["displayName"]
        return factor
    }
}
