/// How far two names are from each other, to suggest the one that was meant.
package enum EditDistance {
    /// In bytes; long names are truncated, because they are not likely typing mistakes.
    package static func between(_ left: String, _ right: String) -> Int {
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
