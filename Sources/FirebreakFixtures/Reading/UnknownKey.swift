import FirebreakWire

/// The error message for an unknown key or another name that does not exist.
package enum UnknownKey {
    static func message(_ key: String, among known: some Sequence<String>) -> String {
        let known = known.sorted()
        return message("key \(key) here", nearest: nearest(to: key, among: known))
            ?? "there is no key \(key) here; known are \(known.joined(separator: ", "))"
    }

    /// - Parameters:
    ///   - kind: What the name is of, such as `operation`.
    ///   - list: Where all names are listed.
    package static func message(
        _ kind: String, _ name: String, among known: some Sequence<String>, listedBy list: String
    ) -> String {
        message("\(kind) \(name)", nearest: nearest(to: name, among: known.sorted()))
            ?? "there is no \(kind) \(name); \(list) lists them"
    }

    private static func message(_ what: String, nearest: String?) -> String? {
        nearest.map { "there is no \(what); did you mean \($0)?" }
    }

    /// The name that was meant, if one is near enough.
    private static func nearest(to key: String, among known: [String]) -> String? {
        // A longer one is not a mistake in typing, and not worth a look.
        guard key.utf8.count <= longestMistake else { return nil }
        let key = key.lowercased()
        let nearest = known.map { (key: $0, distance: EditDistance.between(key, $0.lowercased())) }
            .min { $0.distance < $1.distance }
        if let nearest, nearest.distance <= max(1, (key.utf8.count + 1) / 3) { return nearest.key }
        guard key.utf8.count >= 4 else { return nil }
        // A part of a name is meant for it, the beginning only where no other name begins so.
        let longer = known.filter { $0.lowercased().startsWithBytes(of: key) }
        return longer.count == 1 ? longer.first : known.first { $0.lowercased().endsWithBytes(of: key) }
    }

    /// Bytes.
    private static let longestMistake = 100
}
