package import FirebreakModel
import FirebreakWire

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
