/// The methods of a project's failures on demand.
package enum FaultsAPI {
    package static let list = Endpoint<NoMembers, FaultList>(
        "faults.list", .get, "/faults", "Lists faults, those included that have nothing left to do.")
    package static let add = Endpoint<FaultDefinition, Fault>(
        "faults.add", .post, "/faults", "Makes a failure happen.")
    package static let clear = Endpoint<NoMembers, Deletion>(
        "faults.clear", .delete, "/faults", "Removes all faults.")
    package static let remove = Endpoint<FaultID, NoMembers>(
        "faults.remove", .delete, "/faults/{id}", "Removes a fault.")
}

/// Which fault.
package struct FaultID: APIMessage {
    package var id: String

    package init(_ id: String) { self.id = id }
}

/// A failure that happens on demand.
public struct Fault: Sendable, Equatable {
    /// `fault_` and 16 characters; answers that it made have it in the header `X-Firebreak-Fault`.
    public var id: String
    /// What it does.
    public var definition: FaultDefinition
    /// How many calls or messages it has taken.
    public var hits: Int64
    /// How many it still takes.
    public var left: FaultTimes

    /// A fault.
    public init(id: String, definition: FaultDefinition, hits: Int64 = 0, left: FaultTimes = .count(1)) {
        self.id = id
        self.definition = definition
        self.hits = hits
        self.left = left
    }
}

/// On the wire, the members of the definition stand beside the others.
extension Fault: Codable {
    private enum CodingKeys: CodingKey { case id, hits, left }

    /// Reads a fault.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        definition = try FaultDefinition(from: decoder)
        hits = try container.decode(Int64.self, forKey: .hits)
        left = try container.decode(FaultTimes.self, forKey: .left)
    }

    /// Writes a fault.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try definition.encode(to: encoder)
        try container.encode(hits, forKey: .hits)
        try container.encode(left, forKey: .left)
    }
}

/// The faults of a project.
package struct FaultList: Codable, Sendable, Equatable {
    /// Oldest first, which is the order in which they act.
    package var faults: [Fault]

    /// A list of faults.
    package init(faults: [Fault]) { self.faults = faults }
}

/// A failure to make happen: what it is on, what the call or message must be about, one effect, and how often.
public struct FaultDefinition: Sendable, Equatable {
    /// Names of operations, such as `accounts.signUp`, `accounts.*` or `*`; or of messages: `outbox.email`, `outbox.sms`.
    public var on: [String]
    /// What the call or message must be about, by `email`, `phoneNumber`, `localId`, `tenant`, `provider`, `apiKey` and
    /// `caller`.
    public var condition: [String: String]?
    /// Answers with this error: a code of the catalogue, or a whole message.
    public var error: String?
    /// Answers with this HTTP status.
    public var status: Int?
    /// Headers of the answer with ``status``.
    public var headers: [String: String]?
    /// The body of the answer with ``status``: a string as it is, any other value as JSON.
    public var body: JSONValue?
    /// Closes the connection without an answer.
    public var drop: Drop?
    /// Never answers.
    public var hang: Bool?
    /// Loses the message.
    public var lose: Bool?
    /// Delivers the message so much later, by the project's clock, such as `10m`.
    public var deliverAfter: String?
    /// Waits before the effect, or before the operation, such as `2s`.
    public var delay: String?
    /// How many calls or messages it takes; one where it is absent.
    public var times: FaultTimes?
    /// How many it lets through first.
    public var skip: Int64?
    /// How likely it takes each, above 0 and at most 1.
    public var probability: Double?

    /// When a connection is closed.
    public struct Drop: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Before the operation does anything.
        public static let before = Self(rawValue: "before")
        /// After the operation took effect.
        public static let after = Self(rawValue: "after")
    }

    /// A fault on these operations or messages; its effect is to be added.
    public init(on names: [String], where condition: [String: String]? = nil) {
        on = names
        self.condition = condition
    }
}

extension FaultDefinition {
    /// What a fault does to the calls or messages that it takes. Raw values are for forms.
    package enum Effect: String, Sendable, CaseIterable {
        case error, status
        case dropBefore = "drop-before"
        case dropAfter = "drop-after"
        case hang
        /// Nothing but the delay.
        case delay
        case lose, deliverAfter

        /// The member of a definition that says it.
        package var member: String {
            switch self {
            case .dropBefore, .dropAfter: "drop"
            case .error, .status, .hang, .delay, .lose, .deliverAfter: rawValue
            }
        }

        /// What the member always is for this effect; `nil` where the definition says more with it.
        package var value: String? {
            switch self {
            case .dropBefore: Drop.before.rawValue
            case .dropAfter: Drop.after.rawValue
            case .hang, .lose: "true"
            case .error, .status, .delay, .deliverAfter: nil
            }
        }

        /// Whether it is one on messages; others are on calls.
        package var isOnMessages: Bool { self == .lose || self == .deliverAfter }

        /// The choice in a form.
        package var label: String {
            switch self {
            case .error: "Answer with an error"
            case .status: "Answer with a status"
            case .dropBefore: "Close the connection before anything happens"
            case .dropAfter: "Close the connection after it took effect"
            case .hang: "Never answer"
            case .delay: "Answer late"
            case .lose: "Lose the message"
            case .deliverAfter: "Deliver the message late"
            }
        }
    }

    /// What it does; `nil` if this version does not know that.
    package var effect: Effect? {
        if error != nil { return .error }
        if status != nil { return .status }
        if drop == .before { return .dropBefore }
        if drop == .after { return .dropAfter }
        if hang == true { return .hang }
        if lose == true { return .lose }
        if deliverAfter != nil { return .deliverAfter }
        return delay == nil ? nil : .delay
    }

    /// What it does, in words that follow "the fault".
    package var effectInWords: String {
        switch effect {
        case .error: "answers \(error ?? "")"
        case .status: "answers HTTP \(status ?? 0)"
        case .dropBefore: "closes the connection before anything happens"
        case .dropAfter: "closes the connection after it took effect"
        case .hang: "never answers"
        case .delay: "answers \(delay ?? "") later"
        case .lose: "loses the message"
        case .deliverAfter: "delivers the message \(deliverAfter ?? "") later"
        case nil: "does what this version does not know"
        }
    }

    /// What ``condition`` can ask for. Raw values are its members.
    package enum Subject: String, Sendable, CaseIterable {
        case email, phoneNumber
        case localID = "localId"
        case tenant, provider, apiKey
        /// `app` or `admin`.
        case caller

        /// The name of a field in a form.
        package var label: String {
            switch self {
            case .email: "E-mail"
            case .phoneNumber: "Phone number"
            case .localID: "User ID"
            case .tenant: "Tenant"
            case .provider: "Provider"
            case .apiKey: "API key"
            case .caller: "Caller"
            }
        }
    }
}

extension FaultDefinition: Codable {
    /// The names of all members, in the order in which they are written.
    package static let memberNames = CodingKeys.allCases.map(\.rawValue)

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case on
        case condition = "where"
        case error, status, headers, body, drop, hang, lose, deliverAfter, delay, times, skip, probability
    }

    /// Reads a definition; a single name is a list of one, and a number is a duration in seconds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        on = try container.decode(Names.self, forKey: .on).names
        condition = try container.decodeIfPresent(Texts.self, forKey: .condition)?.texts
        error = try container.decodeIfPresent(String.self, forKey: .error)
        status = try container.decodeIfPresent(Int.self, forKey: .status)
        headers = try container.decodeIfPresent(Texts.self, forKey: .headers)?.texts
        body = try container.decodeIfPresent(JSONValue.self, forKey: .body)
        drop = try container.decodeIfPresent(Drop.self, forKey: .drop)
        hang = try container.decodeIfPresent(Bool.self, forKey: .hang)
        lose = try container.decodeIfPresent(Bool.self, forKey: .lose)
        deliverAfter = try container.decodeIfPresent(Time.self, forKey: .deliverAfter)?.text
        delay = try container.decodeIfPresent(Time.self, forKey: .delay)?.text
        times = try container.decodeIfPresent(FaultTimes.self, forKey: .times)
        skip = try container.decodeIfPresent(Int64.self, forKey: .skip)
        probability = try container.decodeIfPresent(Double.self, forKey: .probability)
    }

    /// Writes a definition.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(on, forKey: .on)
        try container.encodeIfPresent(condition.map(Texts.init), forKey: .condition)
        try container.encodeIfPresent(error, forKey: .error)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encodeIfPresent(headers.map(Texts.init), forKey: .headers)
        try container.encodeIfPresent(body, forKey: .body)
        try container.encodeIfPresent(drop, forKey: .drop)
        try container.encodeIfPresent(hang, forKey: .hang)
        try container.encodeIfPresent(lose, forKey: .lose)
        try container.encodeIfPresent(deliverAfter, forKey: .deliverAfter)
        try container.encodeIfPresent(delay, forKey: .delay)
        try container.encodeIfPresent(times, forKey: .times)
        try container.encodeIfPresent(skip, forKey: .skip)
        try container.encodeIfPresent(probability, forKey: .probability)
    }

    /// One name or several.
    private struct Names: Decodable {
        var names: [String]

        init(from decoder: any Decoder) throws {
            switch try JSONValue(from: decoder) {
            case .string(let name): names = [name]
            case let value: names = value.arrayValue?.compactMap(\.stringValue) ?? []
            }
        }
    }

    /// Texts by names, which are data; written in the order of the names.
    private struct Texts: Codable {
        var texts: [String: String]

        init(_ texts: [String: String]) { self.texts = texts }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: MemberName.self)
            texts = [:]
            for key in container.allKeys { texts[key.stringValue] = try container.decode(String.self, forKey: key) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: MemberName.self)
            for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
                try container.encode(text, forKey: MemberName(name))
            }
        }
    }

    /// A duration.
    private struct Time: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            switch try JSONValue(from: decoder) {
            case .string(let text): self.text = text
            case let value: text = value.integerValue.map { String($0) } ?? ""
            }
        }
    }
}

/// How many calls or messages a fault takes, or still takes.
public enum FaultTimes: Sendable, Equatable {
    /// So many.
    case count(Int64)
    /// All of them.
    case always
}

extension FaultTimes: Codable {
    /// Reads a number; any text means all.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // A text: `always`.
        if let count = try? container.decode(Int64.self) { self = .count(count) } else { self = .always }
    }

    /// Writes a number, or `always`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .count(let count): try container.encode(count)
        case .always: try container.encode("always")
        }
    }
}

extension FaultDefinition: APIMessage {
    package static let notes: JSONValue = [
        "on": [
            "anyOf": [["type": "string"], ["items": ["type": "string"], "type": "array"]],
            "description": "Names of operations or messages, such as `accounts.*` or `outbox.email`.", "required": true,
        ],
        "where": [
            "description": "What the call or message must be about.",
            "properties": [
                "email": ["type": "string"], "phoneNumber": ["type": "string"], "localId": ["type": "string"],
                "tenant": ["type": "string"], "provider": ["type": "string"], "apiKey": ["type": "string"],
                "caller": ["enum": ["app", "admin"], "type": "string"],
            ],
        ],
        "error": "Answers with this error: a code, or a whole message.",
        "status": ["description": "Answers with this HTTP status.", "maximum": 599, "minimum": 200],
        "headers": [
            "additionalProperties": ["type": "string"], "description": "Of the answer with `status`.", "type": "object",
        ],
        "body": "Of the answer with `status`: a string as it is, any other value as JSON.",
        "drop": "Closes the connection before or after the operation.",
        "hang": "Never answers.",
        "lose": "Loses the message.",
        "deliverAfter": [
            "anyOf": [["type": "string"], ["type": "integer"]],
            "description": "Delivers the message so much later, such as `10m`; a number is seconds.",
        ],
        "delay": [
            "anyOf": [["type": "string"], ["type": "integer"]],
            "description": "Waits before the effect, or before the operation, such as `2s`; a number is seconds.",
        ],
        "times": [
            "anyOf": [
                ["maximum": 1000000000, "minimum": 1, "type": "integer"], ["enum": ["always"], "type": "string"],
            ], "description": "How many it takes; one by default.",
        ],
        "skip": [
            "description": "How many it lets through first.", "maximum": 1000000000, "minimum": 0, "type": "integer",
        ],
        "probability": "How likely it takes each, above 0 and at most 1.",
    ]
}

extension Fault: APIMessage {
    package static let notes: JSONValue = [
        "on": ["items": ["type": "string"], "required": true, "type": "array"],
        "where": ["additionalProperties": ["type": "string"], "type": "object"],
        "headers": ["additionalProperties": ["type": "string"], "type": "object"],
        "deliverAfter": ["type": "string"],
        "delay": ["type": "string"],
        "times": ["anyOf": [["type": "integer"], ["enum": ["always"], "type": "string"]]],
        "skip": ["type": "integer"],
        "hits": "How many it has taken.",
        "left": [
            "anyOf": [["type": "integer"], ["enum": ["always"], "type": "string"]],
            "description": "How many it still takes.", "required": true,
        ],
    ]
}

extension FaultList: APIMessage {
    package static let notes: JSONValue = [
        "faults": "Oldest first, which is the order in which they act."
    ]
}

extension FaultDefinition.Drop: KnownValues {
    package static let known: [Self] = [.before, .after]
}
