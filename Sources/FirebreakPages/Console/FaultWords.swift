import FirebreakModel

/// A fault in words.
struct FaultWords {
    private let definition: FaultDefinition

    init(_ definition: FaultDefinition) { self.definition = definition }

    /// What it does.
    var effect: String {
        if let error = definition.error { return "answers \(error)" }
        if let status = definition.status { return "answers HTTP \(status)" + body }
        if definition.drop == .before { return "closes the connection before anything happens" }
        if definition.drop == .after { return "closes the connection after it took effect" }
        if definition.hang == true { return "never answers" }
        if definition.lose == true { return "loses the message" }
        if let time = definition.deliverAfter { return "delivers the message \(time) later" }
        if let delay = definition.delay { return "answers \(delay) later" }
        return "does what this version does not know"
    }

    private var body: String {
        guard let body = definition.body else { return "" }
        return " with " + (body.stringValue ?? JSONText.compact(body))
    }

    /// When it does that, besides the calls it is on.
    var details: String {
        var parts: [String] = []
        let conditions = (definition.condition ?? [:]).sorted { $0.key < $1.key }
        if !conditions.isEmpty {
            parts.append("where " + conditions.map { "\($0.key) is \($0.value)" }.joined(separator: " and "))
        }
        if let delay = definition.delay, !isDelayAlone { parts.append("after \(delay)") }
        if let skip = definition.skip, skip > 0 { parts.append("lets the first \(skip) through") }
        if let probability = definition.probability, probability < 1 {
            parts.append("with probability \(probability)")
        }
        return parts.joined(separator: "; ")
    }

    private var isDelayAlone: Bool {
        definition.error == nil && definition.status == nil && definition.drop == nil && definition.hang != true
    }
}
