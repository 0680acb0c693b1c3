import FirebreakWire
import HTTPTypes

/// One element of an `Accept` header (RFC 9110 section 12.5.1).
struct MediaRange: Equatable {
    /// In lower case, such as `text/html` or `*/*`.
    var type: String
    /// From 0 through 1.
    var weight: Double

    /// The elements of the header, malformed ones left out.
    static func all(in headers: HTTPFields) -> [MediaRange] {
        guard let header = headers[.accept] else { return [] }
        return header.lowercased().separated(by: ",").compactMap { element in
            let parts = element.separated(by: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let type = parts.first, !type.isEmpty else { return nil }
            let weights = parts.dropFirst().filter { $0.startsWithBytes(of: "q=") }.compactMap {
                Double($0.dropFirst(2))
            }
            return MediaRange(type: type, weight: min(max(weights.first ?? 1, 0), 1))
        }
    }

    /// Whether a page is wanted rather than JSON: `text/html` by name, and not below `application/json`. What accepts
    /// anything is a program.
    static func prefersPage(_ headers: HTTPFields) -> Bool {
        let ranges = all(in: headers)
        guard let page = ranges.first(where: { $0.type == "text/html" })?.weight, page > 0 else { return false }
        return (ranges.first { $0.type == "application/json" }?.weight ?? 0) <= page
    }
}
