import FirebreakWire

/// Settings of a project or tenant for phone numbers (production.md section 11).
struct PhoneSettings: Sendable, Equatable {
    /// Whether a number can be the first factor.
    let allowsSignIn: Bool
    /// Numbers with a fixed code, to which nothing is sent.
    let testNumbers: [String: String]
    let regions: SMSRegionPolicy

    /// Reference: all numbers are treated alike, whatever is stored.
    static let everything = PhoneSettings(allowsSignIn: true, testNumbers: [:], regions: .everywhere)

    private init(allowsSignIn: Bool, testNumbers: [String: String], regions: SMSRegionPolicy) {
        self.allowsSignIn = allowsSignIn
        self.testNumbers = testNumbers
        self.regions = regions
    }

    init(project config: JSON) {
        self.init(
            allowsSignIn: config[path: "signIn.phoneNumber.enabled"]?.boolValue ?? false,
            testNumbers: Self.codes(config[path: "signIn.phoneNumber.testPhoneNumbers"]),
            regions: SMSRegionPolicy(config["smsRegionConfig"]))
    }

    init(tenant document: JSON) {
        self.init(
            allowsSignIn: false, testNumbers: Self.codes(document["testPhoneNumbers"]),
            regions: SMSRegionPolicy(document["smsRegionConfig"]))
    }

    /// The project's configuration with its test numbers in E.164 form.
    ///
    /// - Throws: `INVALID_PHONE_NUMBER` for what is not a number; they need not be such as their country has (production.md
    ///   section 11). `INVALID_TESTING_PHONE_NUMBER` for more than ten.
    static func normalizingTestNumbers(in config: JSON) throws(WireError) -> JSON {
        guard var signIn = config["signIn"], var phone = signIn["phoneNumber"] else { return config }
        phone = try normalizingTestNumbers(ofMessage: phone)
        signIn["phoneNumber"] = phone
        var result = config
        result["signIn"] = signIn
        return result
    }

    /// The object that contains `testPhoneNumbers` (a tenant, or `signIn.phoneNumber`), with those in E.164 form.
    ///
    /// - Throws: As ``normalizingTestNumbers(in:)``; `INVALID_TESTING_PHONE_NUMBER` for more than ten.
    static func normalizingTestNumbers(ofMessage message: JSON) throws(WireError) -> JSON {
        guard let numbers = message["testPhoneNumbers"]?.objectValue else { return message }
        guard numbers.count <= maximumTestNumbers else { throw .invalidTestingPhoneNumber }
        var normalized = JSON.emptyObject
        for member in numbers {
            guard let number = PhoneNumber.unjudged(member.key, .production) else { throw .invalidPhoneNumber }
            normalized[number] = member.value
        }
        var result = message
        result["testPhoneNumbers"] = normalized
        return result
    }

    /// production.md section 15.
    private static let maximumTestNumbers = 10

    private static func codes(_ document: JSON?) -> [String: String] {
        var codes: [String: String] = [:]
        for member in document?.objectValue ?? [] {
            guard let code = member.value.stringValue else { continue }
            // Accounts may have it in the form in which it was stored before national prefixes were dropped.
            for number in PhoneNumber.forms(of: member.key, .production) { codes[number] = code }
        }
        return codes
    }
}
