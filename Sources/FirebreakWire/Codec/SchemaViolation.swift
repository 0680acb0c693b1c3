/// The first place at which a request does not match the declared shape.
///
/// How it is worded depends on the profile: see ``WireError/schemaViolation(_:)``.
package struct SchemaViolation: Error, Sendable, Equatable {
    /// One step into the document.
    package enum Step: Sendable, Equatable {
        case key(String)
        case index(Int)
    }

    package enum Problem: Sendable, Equatable {
        /// The value has another JSON type; the text is the reference's word for the expected one.
        case type(String)
        case notInEnumeration
        case notInt32
        /// The text is not a 64-bit integer.
        case notInt64
        /// The message at the path has no member with this name, which is the value.
        case unknownName
        /// A byte string that is not Base64.
        case notBase64
        /// Another member of the oneof with this name is set already; the value is the member's name.
        case oneofIsSet(String)
        /// The text is longer than any may be; the value is its beginning.
        case tooLong(Limit)
    }

    package var path: [Step]
    package var problem: Problem
    /// The offending value, for production's wording.
    package var value: JSON
    /// The protobuf type production names, such as `TYPE_STRING` or a full enum name.
    package var protobufType: String

    package init(path: [Step] = [], problem: Problem, value: JSON, protobufType: String) {
        self.path = path
        self.problem = problem
        self.value = value
        self.protobufType = protobufType
    }

    /// `/mfaInfo/0/phoneInfo`; empty at the top level.
    package var pointer: String {
        path.map { step in
            switch step {
            case .key(let key): JSONPointer.step(key)
            case .index(let index): JSONPointer.step(String(index))
            }
        }.joined()
    }

    /// The fields whose protobuf names are not their JSON names.
    private static let protobufNames = ["passwordHash": "password", "requestType": "req_type"]

    /// `mfa_info[0].phone_info`, as production's messages name a field.
    var fieldPath: String {
        var result = ""
        for step in path {
            switch step {
            case .key(let key):
                if !result.isEmpty { result += "." }
                if let name = Self.protobufNames[key] {
                    result += name
                    continue
                }
                for scalar in key.excerpt.unicodeScalars {
                    if scalar.properties.isUppercase {
                        result += "_" + scalar.properties.lowercaseMapping
                    } else {
                        result.unicodeScalars.append(scalar)
                    }
                }
            case .index(let index): result += "[\(index)]"
            }
        }
        return result
    }

    /// `mfaInfo[0].phoneInfo`, the offending member as requests spell it; empty for the whole body.
    package var memberPath: String {
        var steps = path
        switch problem {
        case .unknownName, .oneofIsSet: value.stringValue.map { steps.append(.key($0)) }
        case .type, .notInEnumeration, .notInt32, .notInt64, .notBase64, .tooLong: break
        }
        return steps.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key : "." + key
            case .index(let index): text += "[\(index)]"
            }
        }
    }

    /// The reference's words for ``problem``.
    package var phrase: String {
        switch problem {
        case .type(let name): "must be \(name)"
        case .notInEnumeration: "must be equal to one of the allowed values"
        case .notInt32: "must match format \"int32\""
        case .notInt64: "must match format \"int64\""
        case .unknownName: "must NOT have additional properties"
        case .notBase64: "must be Base64"
        case .oneofIsSet(let name): "must have one member of \(name)"
        case .tooLong(let limit): "must have at most \(limit.amount)"
        }
    }

    /// The violation as seen one step further up.
    package func below(_ step: Step) -> SchemaViolation {
        var violation = self
        violation.path.insert(step, at: 0)
        return violation
    }
}
