import FirebreakWire

/// Some lines of a text that somebody wrote, as they are quoted beside what is wrong with them.
struct SourceLines {
    private static let maximumLength = 160

    private let lines: [Int: String]

    /// - Parameter numbers: Which, counted from 1.
    init(_ text: String, _ numbers: Set<Int>) {
        var lines: [Int: String] = [:]
        var number = 1
        var rest = text.unicodeScalars[...]
        let last = numbers.max() ?? 0
        while number <= last {
            let line = rest.prefix { $0 != "\n" }
            if numbers.contains(number) {
                lines[number] = String(String.UnicodeScalarView(line.prefix(Self.maximumLength)))
            }
            guard line.endIndex != rest.endIndex else { break }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
        }
        self.lines = lines
    }

    /// The beginning of a line; `nil` for one that is not there or has nothing to show.
    func text(of number: Int) -> String? {
        guard let line = lines[number], !line.isBlank else { return nil }
        return line
    }
}
