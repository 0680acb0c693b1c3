import FirebreakDiscovery
import FirebreakModel
import FirebreakWire

/// Reads the definition of a fault and collects what is wrong with it.
struct FaultReader {
    private var reader: ObjectReader
    private var definition = JSON.emptyObject

    private static let effectsOnCalls = members { !$0.isOnMessages && $0 != .delay }
    private static let effectsOnMessages = members(where: \.isOnMessages)
    private static let maximumCount: Int64 = 1_000_000_000

    private static func members(where isMeant: (FaultDefinition.Effect) -> Bool) -> [String] {
        FaultDefinition.Effect.allCases.filter(isMeant).map(\.member)
            .reduce(into: []) { members, member in if !members.contains(member) { members.append(member) } }
    }

    init(_ value: JSON, _ path: FixturePath) {
        reader = ObjectReader(value, path, keys: FixtureKeys.fault)
        if reader.problems.isEmpty, !Limit.fault.allows(value.bytes.count) { reader.note(Limit.fault.sentence) }
    }

    var problems: [FixtureProblem] { reader.problems }

    /// - Returns: What was given, as far as it will do.
    mutating func read() -> JSON {
        guard problems.isEmpty else { return definition }
        let names = readNames()
        readCondition()
        readEffect()
        readDuration("deliverAfter", .lateArrival, "90s, 6h1m or 2d, and at most ten years")
        readDuration("delay", .faultDelay, "2s, 500ms or 1m, and at most 10m")
        readCounts()
        if problems.isEmpty { checkEffect(onMessages: names.allSatisfy(OperationName.messages.contains)) }
        return definition
    }

    // MARK: What it is on

    /// - Returns: What the names stand for.
    private mutating func readNames() -> [String] {
        let value = reader.value("on")
        let isList = value?.arrayValue != nil
        let names = isList ? reader.list("on") : value.map { [$0] } ?? []
        guard !names.isEmpty else {
            reader.note(reader.has("on") ? "on names no operation" : "on is missing: an operation, or a list of them")
            return []
        }
        var known: [String] = []
        for (index, name) in names.enumerated() where problems.count < FixtureSource.maximumIssues {
            let path = isList ? reader.path / "on" / index : reader.path / "on"
            guard let name = name.stringValue else {
                reader.note([FixtureProblem(path, "must be the name of an operation")])
                continue
            }
            let named = OperationName.named(name)
            if named.isEmpty { reader.note([FixtureProblem(path, Self.refusal(of: name))]) }
            known += named
        }
        let isOfMessages = Set(known.map(OperationName.messages.contains))
        if isOfMessages.count > 1 { reader.note("on", "a fault is on calls or on messages, not on both") }
        definition["on"] = value
        return known
    }

    private static func refusal(of name: String) -> String {
        guard !OperationName.all.contains(name) else { return "no fault can be on \(name), which is of no project" }
        let known = OperationName.calls + OperationName.messages
        return UnknownKey.message("operation", name, among: known, listedBy: "GET /firebreak/v1/info")
    }

    private mutating func readCondition() {
        guard let value = reader.object("where") else { return }
        var condition = ObjectReader(value, reader.path / "where", keys: FixtureKeys.faultCondition)
        for member in value.objectValue ?? [] where FixtureKeys.faultCondition.contains(member.key) {
            _ = member.key == "caller" ? condition.choice("caller", ["app", "admin"]) : condition.text(member.key)
        }
        reader.note(condition.problems)
        definition["where"] = value
    }

    // MARK: What happens

    private mutating func readEffect() {
        definition["error"] = reader.text("error").map(JSON.string)
        definition["status"] = reader.number("status", in: 200...599).map(JSON.int)
        readHeaders()
        definition["body"] = reader.value("body")
        for member in Self.effectsOnCalls + Self.effectsOnMessages {
            let values = FaultDefinition.Effect.allCases.filter { $0.member == member }.compactMap(\.value)
            if values == ["true"] {
                if reader.flag(member) == true { definition[member] = true }
            } else if !values.isEmpty {
                definition[member] = reader.choice(member, values).map(JSON.string)
            }
        }
    }

    private mutating func readHeaders() {
        guard let headers = reader.object("headers") else { return }
        var values = ObjectReader(
            headers, reader.path / "headers", keys: Set((headers.objectValue ?? []).map(\.key)))
        for header in headers.objectValue ?? [] {
            let value = values.text(header.key) ?? ""
            if !Self.isHeaderName(header.key) || value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
                values.note(header.key, "is not a header that HTTP allows")
            } else if ["connection", "content-length", "transfer-encoding"].contains(header.key.lowercased()) {
                values.note(header.key, "is the server's own: it says how the answer is sent")
            }
        }
        reader.note(values.problems)
        definition["headers"] = headers
    }

    /// A token of RFC 9110 section 5.6.2.
    private static func isHeaderName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// A duration as a text, or seconds as a number.
    private mutating func readDuration(_ key: String, _ format: DurationText, _ examples: String) {
        guard let value = reader.value(key) else { return }
        let text = value.stringValue ?? value.integerValue.map { String($0) } ?? ""
        do throws(DurationText.Failure) {
            _ = try format.milliseconds(text)
            definition[key] = value
        } catch {
            reader.note(key, "must be a time such as \(examples)")
        }
    }

    private mutating func readCounts() {
        if let times = reader.value("times") {
            if times == "always" {
                definition["times"] = times
            } else if let number = times.integerValue ?? times.stringValue.flatMap(Int64.init),
                (1...Self.maximumCount).contains(number)
            {
                definition["times"] = .int(number)
            } else {
                reader.note("times", "must be a whole number from 1 through \(Self.maximumCount), or always")
            }
        }
        definition["skip"] = reader.number("skip", in: 0...Self.maximumCount).map(JSON.int)
        guard let probability = reader.value("probability") else { return }
        guard let number = probability.doubleValue ?? probability.stringValue.flatMap(Double.init), number > 0,
            number <= 1
        else { return reader.note("probability", "must be a number above 0, and at most 1") }
        definition["probability"] =
            probability.doubleValue == nil ? .number(JSON.javaScriptText(of: number)) : probability
    }

    // MARK: What goes together

    private mutating func checkEffect(onMessages isOnMessages: Bool) {
        let given = (Self.effectsOnCalls + Self.effectsOnMessages).filter { definition[$0] != nil }
        let own = isOnMessages ? Self.effectsOnMessages : Self.effectsOnCalls
        if given.count > 1 {
            reader.note("a fault has one effect, and this one has \(given.joined(separator: " and "))")
        } else if let effect = given.first, !own.contains(effect) {
            let others = isOnMessages ? "calls" : "messages: outbox.email, outbox.sms"
            reader.note(effect, "is an effect on \(others)")
        } else if isOnMessages, definition["delay"] != nil {
            reader.note("delay", "is for calls; a message is delayed by deliverAfter")
        } else if given.isEmpty, definition["delay"] == nil {
            let words = own.joined(separator: ", ") + (isOnMessages ? "" : ", or delay alone")
            reader.note("a fault has an effect: \(words)")
        }
        for key in ["body", "headers"] where definition[key] != nil && definition["status"] == nil {
            reader.note(key, "goes with status")
        }
        if let status = definition["status"]?.integerValue, [204, 205, 304].contains(status), definition["body"] != nil
        {
            reader.note("body", "an answer with status \(status) has none")
        }
        if isOnMessages, definition["where"]?["provider"] != nil {
            reader.note("where", "a message has no provider")
        }
    }
}
