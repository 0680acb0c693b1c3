import FirebreakWire

/// The error message for an unknown key.
enum UnknownKey {
    static func message(_ key: String, among known: some Sequence<String>) -> String {
        let known = known.sorted()
        let nearest = known.map { (key: $0, distance: EditDistance.between(key.lowercased(), $0.lowercased())) }
            .min { $0.distance < $1.distance }
        let containing = known.first { key.utf8.count >= 4 && $0.lowercased().hasSuffix(key.lowercased()) }
        if let nearest, nearest.distance <= max(1, (key.utf8.count + 1) / 3) {
            return "there is no key \(key) here; did you mean \(nearest.key)?"
        }
        if let containing { return "there is no key \(key) here; did you mean \(containing)?" }
        return "there is no key \(key) here; known are \(known.joined(separator: ", "))"
    }
}
