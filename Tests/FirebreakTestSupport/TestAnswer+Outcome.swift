package import FirebreakWire

extension TestAnswer {
    /// As ``Row`` words it.
    package var outcome: String {
        guard status != 200 else { return "OK" }
        let message = message ?? text
        return status == 400 ? message : "\(status) \(message)"
    }

    /// The answer with members sorted, for comparisons that the order must not decide.
    package var sorted: JSON { json.sorted }
}
