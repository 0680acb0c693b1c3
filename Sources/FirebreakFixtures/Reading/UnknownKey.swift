/// The error message for an unknown key.
enum UnknownKey {
    static func message(_ key: String, among known: some Sequence<String>) -> String {
        let known = known.sorted()
        let nearest = known.map { (key: $0, distance: distance(key.lowercased(), $0.lowercased())) }
            .min { $0.distance < $1.distance }
        let containing = known.first { key.utf8.count >= 4 && $0.lowercased().hasSuffix(key.lowercased()) }
        if let nearest, nearest.distance <= max(1, (key.utf8.count + 1) / 3) {
            return "there is no key \(key) here; did you mean \(nearest.key)?"
        }
        if let containing { return "there is no key \(key) here; did you mean \(containing)?" }
        return "there is no key \(key) here; known are \(known.joined(separator: ", "))"
    }

    /// The edit distance in bytes; long keys are truncated, because they are not likely typing mistakes.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8.prefix(40))
        let right = Array(right.utf8.prefix(40))
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = a == b ? diagonal : 1 + min(diagonal, above, row[j])
                diagonal = above
            }
        }
        return row[right.count]
    }
}
