package import FirebreakModel
package import FirebreakOperations
package import FirebreakWire

/// Every error that clients can get, area by area.
package enum ErrorCatalogue {
    package static let all: [WireError] = lists.flatMap(\.self)

    /// Each in the order of codes.
    package static let lists: [[WireError]] = [
        WireError.requestErrors, WireError.parameterErrors, WireError.callerErrors, WireError.serviceErrors,
        WireError.accountErrors,
        WireError.passwordErrors, WireError.passwordHashErrors, WireError.tokenErrors, WireError.actionCodeErrors,
        WireError.identityProviderErrors, WireError.providerTokenErrors, WireError.samlErrors,
        WireError.providerConfigurationErrors, WireError.phoneErrors, WireError.secondFactorErrors,
        WireError.passkeyErrors, WireError.tenantErrors, WireError.configurationErrors,
        WireError.blockingFunctionErrors, WireError.controlErrors,
    ]
}

extension ErrorCatalogue {
    /// All of them as clients read them, by area, then by code.
    package static let entries: [ErrorEntry] = all.map(ErrorEntry.init).sorted {
        ($0.area, $0.code, $0.message) < ($1.area, $1.code, $1.message)
    }

    /// Those that have a code in some profile.
    ///
    /// - Parameter code: In letters of either case.
    package static func entries(code: String) -> [ErrorEntry] {
        let code = code.uppercased()
        return entries.filter { $0.codes.contains { $0.uppercased() == code } }
    }

    /// The codes that look most like one that there is not, the most similar first.
    package static func codes(like code: String) -> [String] {
        let code = code.uppercased()
        let known = Set(entries.flatMap(\.codes)).sorted()
        let containing = known.filter { code.utf8.count >= 4 && $0.contains(code) }
        let nearest = known.map { (code: $0, distance: EditDistance.between(code, $0)) }
            .sorted { $0.distance < $1.distance }.map(\.code)
        return Array((containing + nearest.filter { !containing.contains($0) }).prefix(3))
    }
}

extension ErrorEntry {
    /// A row of the catalogue.
    fileprivate init(_ error: WireError) {
        let answers = ErrorAnswers.known[error.signature]
        let profiles = answers?.profiles ?? Profile.allCases
        // What only one profile answers is shown in its words.
        let shown = profiles.contains(.local) ? Profile.local : profiles.first ?? .local
        let wording = error.wording(in: shown)
        self.init(
            code: wording.code, message: wording.message, httpStatus: wording.kind.httpStatus,
            operations: answers?.operations ?? [],
            profiles: profiles.map { profile in
                let other = error.wording(in: profile)
                return InProfile(
                    name: profile.rawValue, code: other.code == wording.code ? nil : other.code,
                    message: other.message == wording.message ? nil : other.message,
                    httpStatus: other.kind.httpStatus == wording.kind.httpStatus ? nil : other.kind.httpStatus)
            }, area: error.area.rawValue, cause: error.cause, remedy: error.remedy,
            unreachable: UnreachableErrors.reasons[error.signature])
    }

    /// Its code in each profile.
    fileprivate var codes: [String] { [code] + profiles.compactMap(\.code) }
}

/// Errors by what clients see of them, for faults that answer with them (firebreak.md section 11).
extension ErrorCatalogue {
    /// All codes of any profile, sorted.
    package static let codes: [String] = byCode.keys.sorted()

    /// An error of the catalogue as a client gets it.
    ///
    /// - Parameters:
    ///   - name: A code; or a whole message of the catalogue, or a code with a text of its own behind ` : `. Of several
    ///     errors with one code, the code stands for the one that consists of nothing else, or the first.
    ///   - call: What errors quote that quote the call.
    /// - Returns: `nil` if there is no such error.
    package static func error(named name: String, of call: WireError.QuotedCall = .pattern) -> WireError? {
        if let error = quoting(named: name, call) { return error }
        if let error = byCode[name] { return error }
        if let error = byMessage[name] { return error }
        let code = WireError.Wording(name).code
        guard name.begins(with: code), let error = byCode[code] else { return nil }
        return error.saying { _ in name }
    }

    /// The error that quotes the call, by its code, or by its message with anything quoted that may be.
    private static func quoting(named name: String, _ call: WireError.QuotedCall) -> WireError? {
        let make = WireError.quoting.first { make in
            make(call).code == name || isMessage(name, like: make(.pattern).description)
        }
        return make?(call)
    }

    /// Whether a text is a message of the catalogue, whatever it has where that has names in angle brackets.
    private static func isMessage(_ text: String, like pattern: String) -> Bool {
        guard let start = pattern.utf8.firstIndex(of: UInt8(ascii: "<")),
            let end = pattern.utf8.lastIndex(of: UInt8(ascii: ">"))
        else { return text == pattern }
        return text.utf8.starts(with: pattern.utf8[..<start])
            && text.utf8.reversed().starts(with: pattern.utf8[end...].dropFirst().reversed())
    }

    private static let byCode: [String: WireError] = {
        var found: [String: (error: WireError, isBare: Bool)] = [:]
        // Profile `local` first, whose codes are the catalogue's own.
        for profile in [Profile.local, .production, .emulator] {
            for error in all {
                let wording = error.wording(in: profile)
                let isBare = wording.message == wording.code
                guard let known = found[wording.code] else {
                    found[wording.code] = (error, isBare)
                    continue
                }
                if isBare, !known.isBare { found[wording.code] = (error, true) }
            }
        }
        var errors: [String: WireError] = [:]
        for (code, row) in found {
            // Who asks for a word that messages begin with gets it, also in a profile that has another one there.
            let isWord = Profile.allCases.contains { row.error.message(in: $0).begins(with: code) }
            errors[code] = row.error.saying { wording in
                guard wording.code == code || !isWord else { return code }
                // Where a text of the call would stand, the catalogue has a name in angle brackets.
                return wording.message.includes("<") ? wording.code : wording.message
            }
        }
        return errors
    }()

    private static let byMessage: [String: WireError] = Dictionary(
        all.flatMap { error in Profile.allCases.map { (error.message(in: $0), error) } }
    ) { first, _ in first }
}

extension WireError {
    /// The same error with other words. Details belong to the words that are replaced.
    fileprivate func saying(_ message: (Wording) -> String) -> WireError {
        func wording(_ profile: Profile) -> Wording {
            let wording = self.wording(in: profile)
            let text = message(wording)
            return text == wording.message ? wording : Wording(text, wording.kind)
        }
        return WireError(
            wording(.local), reference: wording(.emulator), production: wording(.production), area: area, cause: cause,
            remedy: remedy)
    }
}

/// Errors that no request provokes, each with the reason.
package enum UnreachableErrors {
    package static let all: [(error: WireError, reason: String)] = outOfReach + asFaults

    private static let outOfReach: [(error: WireError, reason: String)] = [
        (
            .internalError,
            "It takes a defect of the server; no request is known that meets one."
        ),
        (
            .tenantTokenInProject,
            "An ID token selects its tenant before it is looked at, so none is ever used with the project itself."
        ),
    ]

    /// What the service alone has a reason for (production.md section 1.3).
    private static let asFaults: [(error: WireError, reason: String)] = WireError.serviceErrors
        .filter { $0 != .apiKeyInvalid() }
        .map { ($0, "Firebreak has no reason of its own to answer it: a fault does.") }

    /// By ``WireError/signature``.
    static let reasons: [String: String] = Dictionary(all.map { ($0.error.signature, $0.reason) }) { first, _ in first }
}
