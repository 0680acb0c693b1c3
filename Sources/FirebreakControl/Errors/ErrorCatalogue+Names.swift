package import FirebreakOperations
package import FirebreakWire

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
