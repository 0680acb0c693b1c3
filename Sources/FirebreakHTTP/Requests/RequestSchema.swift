import FirebreakDiscovery
import FirebreakOperations
import FirebreakWire

/// A message as the discovery documents declare it, against which requests are checked.
///
/// It covers what no Swift type declares: the open-ended documents of the configuration, and fields without effect,
/// whose types are checked nevertheless. It is as lenient as ``WireDecoder``.
struct RequestSchema: Sendable {
    private let shape: MessageShape
    /// The message of a configuration resource, where production refuses members that are not declared.
    private let resource: AdminResource?

    private init(_ name: String, in messages: DiscoveryMessages) {
        shape = messages[name]
        resource = AdminResource.allCases.first { $0.messageName == name }
    }

    /// The request messages by method, made on first use.
    static let ofMethod: [String: RequestSchema] = {
        var schemas: [String: RequestSchema] = [:]
        for (document, messages) in [(DiscoverySchemas.v1, DiscoveryMessages.v1), (.v2, .v2)] {
            // The text is built in, and tests parse it.
            for method in (try? document.parsedMethods()) ?? [] {
                guard let id = method["id"]?.stringValue, let name = method["request"]?.stringValue else { continue }
                schemas[id] = RequestSchema(name, in: messages)
            }
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
        let resource = profile.facts.refusesUnknownMembers ? resource : nil
        let check = Check(facts: profile.facts, refusesUnknown: resource != nil)
        do throws(SchemaViolation) {
            return try check.value(json, shape, of: nil)
        } catch {
            throw resource.map { error.below(.key($0.rawValue)) } ?? error
        }
    }

    private struct Check {
        let facts: ProfileFacts
        let refusesUnknown: Bool

        /// - Parameter field: The nearest member that the value belongs to.
        func value(_ value: JSON, _ shape: MessageShape, of field: String?) throws(SchemaViolation) -> JSON {
            switch shape {
            case .object(let declared):
                return try object(WireLeniency.members(value)) { declared[$0]?.shape }
            case .map(let element):
                return try object(WireLeniency.members(value)) { _ in element }
            case .array(let element):
                return try array(WireLeniency.elements(value), element, of: field)
            case .boolean:
                return .bool(try WireLeniency.flag(value))
            case .integer:
                _ = try WireLeniency.integer(value, as: Int32.self)
                return value
            case .number:
                _ = try WireLeniency.number(value)
                return value
            case .integerText where facts.requiresIntegers:
                return .string(try WireLeniency.integerText(value))
            case .string, .integerText:
                return .string(try WireLeniency.text(value))
            case .enumeration(let names):
                if let name = value.stringValue, names.contains(name) { return value }
                guard let name = WireLeniency.element(of: names, at: value) else {
                    throw WireLeniency.misfit(value, .notInEnumeration, Self.enumerationName(field))
                }
                return .string(name)
            case .anything:
                return value
            }
        }

        /// The full protobuf name of an enumeration, which is mostly that of its field.
        private static func enumerationName(_ field: String?) -> String {
            let names = ["requestType": "OobReqType", "deleteAttribute": "UserAttributeName"]
            let name = field.map { names[$0] ?? $0.prefix(1).uppercased() + $0.dropFirst() } ?? ""
            return "type.googleapis.com/google.cloud.identitytoolkit.v1.\(name)"
        }

        private func array(
            _ elements: [JSON], _ shape: MessageShape, of field: String?
        ) throws(SchemaViolation) -> JSON {
            var result: [JSON] = []
            for (index, element) in elements.enumerated() {
                do throws(SchemaViolation) {
                    result.append(try value(element, shape, of: field))
                } catch {
                    throw error.below(.index(index))
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
                guard shape != nil ? !member.value.isNull || !facts.nullIsAbsent : refusesUnknown else { continue }
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
                throw SchemaViolation(problem: .unknownName, value: member.key, protobufType: "TYPE_MESSAGE")
            }
            do throws(SchemaViolation) {
                return try value(member.value, shape, of: member.key)
            } catch {
                throw error.below(.key(member.key))
            }
        }
    }
}

extension SchemaViolation {
    /// The violation as seen one step further up.
    fileprivate func below(_ step: Step) -> SchemaViolation {
        var violation = self
        violation.path.insert(step, at: 0)
        return violation
    }
}
