import FirebreakDiscovery
import FirebreakOperations
import FirebreakWire

/// A message as the discovery documents declare it, against which requests are checked.
///
/// It covers what no Swift type declares: the open-ended documents of the configuration, and fields without effect,
/// whose types are checked nevertheless; also oneofs. It is as lenient as ``WireDecoder``.
struct RequestSchema: Sendable {
    let shape: MessageShape
    /// The message of a configuration resource, where production refuses members that are not declared.
    private let resource: AdminResource?

    private init(_ name: String, in messages: DiscoveryMessages) {
        shape = messages[name]
        resource = AdminResource.allCases.first { $0.messageName == name }
    }

    /// The request messages by method, made on first use.
    static let ofMethod: [String: RequestSchema] = {
        var schemas: [String: RequestSchema] = [:]
        for messages in [DiscoveryMessages.v1, .v2] {
            for (id, name) in messages.requests { schemas[id] = RequestSchema(name, in: messages) }
        }
        return schemas
    }()

    /// The document with every member in its declared type; members that are not declared stay as they are, except
    /// that production refuses them in configurations.
    ///
    /// - Parameter profile: In the reference, `null` is a value, and a string that stands for an integer need not
    ///   contain one.
    /// - Throws: ``SchemaViolation`` for the first violation in alphabetical order.
    func normalized(_ json: JSON, _ profile: Profile) throws(SchemaViolation) -> JSON {
        let resource = profile.behavior.refusesUnknownMembers ? resource : nil
        let check = Check(behavior: profile.behavior, refusesUnknown: resource != nil)
        do throws(SchemaViolation) {
            return try check.value(json, shape)
        } catch {
            // What only production checks is told in its words, in which the resource is a member of the request.
            if let name = self.resource?.rawValue, resource != nil || error.isOfOneof { throw error.below(.key(name)) }
            throw error
        }
    }

    /// The protobuf name of the enumeration that is a parameter of a method's query.
    static func enumerationName(of parameter: String, method: String) -> String? {
        let query = DiscoveryMessages.v1.query(of: method) ?? DiscoveryMessages.v2.query(of: method)
        guard case .enumeration(let enumeration) = query?.members[parameter]?.shape else { return nil }
        return enumeration.name
    }

    private struct Check {
        let behavior: ProfileBehavior
        let refusesUnknown: Bool

        private var isProtobuf: Bool { behavior.readsAsProtobuf }

        func value(_ value: JSON, _ shape: MessageShape) throws(SchemaViolation) -> JSON {
            switch shape {
            case .object(let declared):
                var inOneofs = 0
                let checked = try object(WireLeniency.members(value)) { name in
                    let member = declared[name]
                    if member?.isInOneof == true { inOneofs += 1 }
                    return member?.shape
                }
                if inOneofs > 1, isProtobuf, let violation = shape.secondOfOneof(in: checked) { throw violation }
                return checked
            case .map(let element):
                return try object(WireLeniency.members(value)) { _ in element }
            case .array(let element):
                return try array(value, element)
            case .boolean:
                return .bool(try WireLeniency.flag(value, isProtobuf: isProtobuf))
            case .integer:
                _ = try WireLeniency.integer(value, as: Int32.self, isProtobuf: isProtobuf)
                return WireLeniency.numeral(value)
            case .number:
                _ = try WireLeniency.number(value, isProtobuf: isProtobuf)
                return WireLeniency.numeral(value)
            case .integerText:
                let text = behavior.requiresIntegers ? WireLeniency.integerText : WireLeniency.uncheckedIntegerText
                return .string(try text(value))
            case .string:
                return try text(value, atMost: .text)
            case .enumeration(let enumeration):
                if let name = value.stringValue, enumeration.values.contains(name) { return value }
                guard let name = WireLeniency.element(of: enumeration.values, at: value) else {
                    throw WireLeniency.misfit(value, enumeration: enumeration.name)
                }
                return .string(name)
            case .anything:
                return value
            }
        }

        private func text(_ value: JSON, atMost limit: Limit) throws(SchemaViolation) -> JSON {
            .string(behavior.enforcesLimits ? try WireLeniency.text(value, limit) : try WireLeniency.text(value))
        }

        private func array(_ list: JSON, _ shape: MessageShape) throws(SchemaViolation) -> JSON {
            let elements = try WireLeniency.elements(list, isProtobuf: isProtobuf)
            var result: [JSON] = []
            for (index, element) in elements.enumerated() {
                do throws(SchemaViolation) {
                    result.append(try value(element, shape))
                } catch {
                    // A value that stands for a list of one has no place in it.
                    throw list.arrayValue == nil ? error : error.below(.index(index))
                }
            }
            return .array(result)
        }

        /// Checks the members in the order received, which is fast; only if one is invalid, finds the first in
        /// alphabetical order.
        private func object(
            _ members: [JSON.Member], _ shape: (String) -> MessageShape?
        ) throws(SchemaViolation) -> JSON {
            var result = members
            var misfit: (key: String, violation: SchemaViolation)?
            for (index, member) in members.enumerated() {
                let shape = shape(member.key)
                guard shape != nil ? !member.value.isNull || !behavior.nullIsAbsent : refusesUnknown else { continue }
                do throws(SchemaViolation) {
                    result[index].value = try self.member(member, shape)
                } catch {
                    if misfit.map({ member.key < $0.key }) ?? true { misfit = (member.key, error) }
                }
            }
            if let misfit { throw misfit.violation }
            return .object(result)
        }

        private func member(_ member: JSON.Member, _ shape: MessageShape?) throws(SchemaViolation) -> JSON {
            guard let shape else {
                throw SchemaViolation(problem: .unknownName, value: .string(member.key), protobufType: "TYPE_MESSAGE")
            }
            do throws(SchemaViolation) {
                // What identity providers answer, documents in XML among it.
                if case .string = shape, member.key == "postBody" || member.key == "requestUri" {
                    return try text(member.value, atMost: .credential)
                }
                return try value(member.value, shape)
            } catch {
                throw error.below(.key(member.key))
            }
        }
    }
}

extension SchemaViolation {
    fileprivate var isOfOneof: Bool {
        if case .oneofIsSet = problem { true } else { false }
    }
}
