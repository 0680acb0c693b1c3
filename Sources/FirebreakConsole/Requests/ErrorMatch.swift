import FirebreakModel
import FirebreakWire

/// Finds the error of the catalogue that a call was answered with: many have one code.
struct ErrorMatch {
    /// `error.message` of the answer.
    let message: String?
    let operation: String?

    /// The one that the message is of; else the only one that the operation answers.
    func best(of errors: [ErrorEntry]) -> ErrorEntry? {
        let matches = errors.map { ($0, rank($0)) }.filter { $0.1 > 0 }
        if let best = matches.max(by: { $0.1 < $1.1 }) { return best.0 }
        let likely = errors.filter { entry in
            entry.operations.contains("*") || operation.map(entry.operations.contains) ?? false
        }
        if errors.count == 1 { return errors.first }
        return likely.count == 1 ? likely.first : nil
    }

    /// How much of a message of the error is in the answer; 0 where none is the answer's.
    private func rank(_ error: ErrorEntry) -> Int {
        guard let message else { return 0 }
        return ([error.message] + error.profiles.compactMap(\.message)).map { Self.rank($0, message) }.max() ?? 0
    }

    /// - Parameter pattern: A message in which what differs from answer to answer is in angle brackets.
    private static func rank(_ pattern: String, _ message: String) -> Int {
        if pattern == message { return .max }
        let parts = literals(of: pattern)
        guard parts.count > 1, let first = parts.first, let last = parts.last, var rest = message.rest(after: first),
            message.ends(with: last)
        else { return 0 }
        for part in parts.dropFirst() where !part.isEmpty {
            guard let place = rest.firstRange(of: part) else { return 0 }
            rest = rest[place.upperBound...]
        }
        return 1 + parts.reduce(0) { $0 + $1.utf8.count }
    }

    /// The texts around what is in angle brackets.
    private static func literals(of pattern: String) -> [String] {
        var parts: [String] = []
        var rest = pattern[...]
        while let (text, placeholder) = rest.parted(at: "<"), let (_, after) = placeholder.parted(at: ">") {
            parts.append(String(text))
            rest = after
        }
        return parts + [String(rest)]
    }
}
