package import FirebreakModel
package import FirebreakWire

/// Every error that clients can get.
package enum ErrorCatalogue {
    /// All of them as clients read them, by area, then by code.
    package static let entries: [ErrorEntry] = ErrorTable.all.rows.map(ErrorEntry.init).sorted {
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
    fileprivate init(_ row: ErrorRow) {
        let answers = ErrorAnswers.known[row.name]
        let profiles = answers?.profiles ?? Profile.allCases
        // What only one profile answers is shown in its words.
        let shown = profiles.contains(.local) ? Profile.local : profiles.first ?? .local
        let wording = row.wording(in: shown, row.shown)
        self.init(
            code: wording.code, message: wording.message, httpStatus: wording.kind.httpStatus,
            operations: answers?.operations ?? [],
            profiles: profiles.map { profile in
                let other = row.wording(in: profile, row.shown)
                return InProfile(
                    name: profile.rawValue, code: other.code == wording.code ? nil : other.code,
                    message: other.message == wording.message ? nil : other.message,
                    httpStatus: other.kind.httpStatus == wording.kind.httpStatus ? nil : other.kind.httpStatus)
            }, area: row.area.rawValue, cause: row.cause, remedy: row.remedy, unreachable: row.unreachable)
    }

    /// Its code in each profile.
    fileprivate var codes: [String] { [code] + profiles.compactMap(\.code) }
}

/// Where an error is answered: what the tests that provoke it have seen (`errors/answers.txt`).
struct ErrorAnswers: Sendable, Equatable {
    /// The profiles that answer it.
    var profiles: [Profile]
    /// The operations that answer it, sorted; `*` for all.
    var operations: [String]

    /// By ``ErrorRow/name``.
    static let known: [String: ErrorAnswers] = {
        let lines = (Resource.all["errors/answers.txt"]?.text ?? "").separated(by: "\n")
        return Dictionary(lines.compactMap(entry)) { first, _ in first }
    }()

    /// What stands in a line of the file: a name, profiles and operations.
    private static func entry(_ line: Substring) -> (String, ErrorAnswers)? {
        let fields = line.separated(by: ":", omittingEmptySubsequences: false)
        guard fields.count == 3, !line.startsWithBytes(of: "#") else { return nil }
        return (
            String(fields[0]),
            ErrorAnswers(
                profiles: fields[1].separated(by: " ").compactMap { Profile(rawValue: String($0)) },
                operations: fields[2].separated(by: " ").map(String.init))
        )
    }
}

/// What errors quote of the call that they refuse (production.md section 1.3).
package struct QuotedCall: Sendable {
    /// The service's host name, `identitytoolkit.googleapis.com` for example.
    package var service: String
    /// The full name of the method in gRPC.
    package var method: String
    var projectNumber: String
    /// Of a request without one, what the service quotes then.
    package var referrer = "<empty>"
    package var bundleID = "<empty>"
    package var packageName = "<empty>"

    package init(service: String, method: String, projectNumber: String) {
        self.service = service
        self.method = method
        self.projectNumber = projectNumber
    }

    /// By the names that rows have for them. The API of the secure token service has the name of its host.
    fileprivate var values: [String: String] {
        let isToolkit = service == "identitytoolkit.googleapis.com"
        return [
            "service": service, "method": method, "projectNumber": projectNumber, "referrer": referrer,
            "bundleId": bundleID, "packageName": packageName, "api": isToolkit ? "identitytoolkit" : service,
            "title": isToolkit ? "Identity Toolkit API" : "Token Service API",
        ]
    }
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
    package static func error(named name: String, of call: QuotedCall? = nil) -> WireError? {
        if let row = quoting(named: name) { return WireError(row, call?.values) }
        if let error = byCode[name] ?? byMessage[name] { return error }
        let code = WireError.Wording(name).code
        guard name.startsWithBytes(of: code), let error = byCode[code] else { return nil }
        return error.saying { _ in name }
    }

    private static let all = ErrorTable.all.rows.map { WireError($0) }

    /// The rows in which nothing is filled in but what the call has.
    private static let quoting: [ErrorRow] = {
        let names = Set(QuotedCall(service: "", method: "", projectNumber: "").values.keys)
        return ErrorTable.all.rows.filter { !$0.placeholders.isEmpty && $0.placeholders.isSubset(of: names) }
    }()

    /// The row that quotes the call, by its code, or by its message with anything quoted that may be.
    private static func quoting(named name: String) -> ErrorRow? {
        quoting.first { row in
            let wording = row.wording(in: .local, row.shown)
            return wording.code == name || isMessage(name, like: wording.message)
        }
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
            let isWord = Profile.allCases.contains { row.error.message(in: $0).startsWithBytes(of: code) }
            errors[code] = row.error.saying { wording in
                guard wording.code == code || !isWord else { return code }
                // Where a text of the call would stand, the catalogue has a name in angle brackets.
                return wording.message.containsBytes(of: "<") ? wording.code : wording.message
            }
        }
        return errors
    }()

    private static let byMessage: [String: WireError] = Dictionary(
        all.flatMap { error in Profile.allCases.map { (error.message(in: $0), error) } }
    ) { first, _ in first }
}

extension WireError {
    /// The same error with another message. Details belong to the one that is replaced.
    fileprivate func saying(_ message: (Wording) -> String) -> WireError {
        worded { profile in
            let wording = wording(in: profile)
            let text = message(wording)
            guard text != wording.message else { return wording }
            var other = Wording(text, wording.kind)
            other.kind.detailMessage = nil
            return other
        }
    }
}
