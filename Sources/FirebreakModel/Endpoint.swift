/// A method of Firebreak's own API, told once: clients make their calls of it, the server its route, and the description of
/// the API its entry.
package struct Endpoint<Input: Codable & Sendable, Output: Codable & Sendable>: Sendable {
    package let method: EndpointMethod
    /// What stands behind the project's path, such as `/clock:advance`.
    package let path: String
    /// Its name in the description, such as `firebreak.projects.clock.advance`.
    package let id: String
    /// What it does, in a sentence.
    package let summary: String

    /// - Parameters:
    ///   - path: What stands behind the project's path.
    ///   - name: Its name within the project's methods, if not that of its path with points: `clock.advance`.
    package init(_ method: EndpointMethod, _ path: String, named name: String? = nil, _ summary: String) {
        self.method = method
        self.path = path
        self.summary = summary
        let ofPath = String(path.dropFirst().map { $0 == "/" || $0 == ":" ? "." : $0 })
        id = "firebreak.projects." + (name ?? ofPath)
    }
}

package enum EndpointMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// The input of a method that needs none.
package struct NoInput: Codable, Sendable {
    package init() {}

    package init(from decoder: any Decoder) throws {}

    private enum CodingKeys: CodingKey {}

    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}

/// An input or output whose members the description of the API says more of than their types tell.
package protocol DescribedMembers {
    static var notes: [String: MemberNote] { get }
}

/// What the description of the API says of a member.
package struct MemberNote: Sendable, ExpressibleByStringLiteral {
    package var text: String?
    /// A format of OpenAPI, such as `date-time`.
    package var format: String?
    /// Whether a request needs it although its type, which lets the server say what is missing, has it optional.
    package var isRequired = false

    package init(stringLiteral text: String) { self.text = text }

    package init(_ text: String? = nil, format: String? = nil, isRequired: Bool = false) {
        self.text = text
        self.format = format
        self.isRequired = isRequired
    }
}

/// An endpoint without its types, for lists of them.
package struct AnyEndpoint: Sendable {
    package typealias Message = any (Codable & SendableMetatype).Type

    package let id: String
    package let summary: String
    /// `nil` where it needs none.
    package let input: Message?
    package let output: Message

    package init<Input, Output>(_ endpoint: Endpoint<Input, Output>) {
        id = endpoint.id
        summary = endpoint.summary
        input = Input.self == NoInput.self ? nil : Input.self
        output = Output.self
    }
}
