package import FirebreakClient
import FirebreakModel
import FirebreakWire

extension OutputFormat {
    /// A fault in this format.
    ///
    /// - Throws: A failure if the server's answer is not a fault.
    package func text(fault reply: ControlReply) throws(FirebreakFailure) -> String {
        self == .json ? reply.line : try Self.lines([reply.decoded(Fault.self)])
    }

    /// Faults in this format: one line each, the ID first.
    ///
    /// - Throws: A failure if the server's answer is not a list of faults.
    package func text(faults reply: ControlReply) throws(FirebreakFailure) -> String {
        self == .json ? reply.line : try Self.lines(reply.decoded(FaultList.self).faults)
    }

    private static func lines(_ faults: [Fault]) -> String {
        faults.map { fault in
            let words = [fault.id, "hits \(fault.hits)", "left \(fault.left.words)", fault.definition.words]
            return words.joined(separator: "  ").visible + "\n"
        }.joined()
    }
}

extension FaultTimes {
    fileprivate var words: String {
        switch self {
        case .count(let count): String(count)
        case .always: "always"
        }
    }
}

extension FaultDefinition {
    /// Such as `accounts.signUp where email=a@b.test: error EMAIL_EXISTS, delay 2s`.
    fileprivate var words: String {
        let conditions = (condition ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let about = conditions.isEmpty ? "" : " where " + conditions.joined(separator: ", ")
        let effects = [
            error.map { "error \($0)" }, status.map { "status \($0)" }, drop.map { "drop \($0.rawValue)" },
            hang == true ? "hang" : nil, lose == true ? "lose" : nil, deliverAfter.map { "deliver after \($0)" },
            delay.map { "delay \($0)" }, skip.map { "skip \($0)" }, probability.map { "probability \($0)" },
        ].compactMap(\.self)
        return on.joined(separator: ",") + about + ": " + effects.joined(separator: ", ")
    }
}
