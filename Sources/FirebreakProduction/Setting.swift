import FirebreakDiscovery
import FirebreakFixtures
import FirebreakWire

/// One value of a resource's settings, as deep as its schema tells values apart.
struct Setting: Sendable {
    /// Names of members from the resource on.
    var path: [String]
    var value: JSON
    var shape: MessageShape
}

extension MessageShape {
    /// The settings in a document that have another value than one that was never set, in the order of the document.
    /// What the shape does not have is left out.
    func settings(of document: JSON) -> [Setting] {
        var settings: [Setting] = []
        collect(document, [], isChoice: false, into: &settings)
        return settings
    }

    /// Schemas are nested, and so are documents, but not deeper than those.
    private func collect(_ value: JSON, _ path: [String], isChoice: Bool, into settings: inout [Setting]) {
        switch (self, value) {
        case (.object(let members), .object(let given)):
            // That one of several is there has a meaning by itself.
            if given.isEmpty, isChoice { settings.append(Setting(path: path, value: value, shape: self)) }
            for member in given {
                guard let declared = members[member.key] else { continue }
                declared.shape.collect(
                    member.value, path + [member.key], isChoice: declared.isChoice, into: &settings)
            }
        case (.map(let element), .object(let given)):
            for member in given { element.collect(member.value, path + [member.key], isChoice: false, into: &settings) }
        default:
            guard !isUnset(value) else { return }
            settings.append(Setting(path: path, value: selection(of: value), shape: self))
        }
    }

    /// Whether a value says no more than its absence.
    private func isUnset(_ value: JSON) -> Bool {
        switch self {
        case .integer, .integerText, .number: value == 0 || value == "0" || value.isNull
        case .enumeration(let names): value.isNull || value.stringValue == names.values.first
        default: value.isNull || value.isDefault || value == .emptyObject
        }
    }

    /// What switches a setting off that must not have the value that a new project has.
    var off: JSON {
        switch self {
        case .boolean: false
        case .integer, .number: 0
        case .integerText: "0"
        case .string: ""
        case .array: []
        case .object, .map, .anything: .emptyObject
        case .enumeration(let names):
            .string(["DISABLED", "OFF", "DEFAULT"].first { names.values.contains($0) } ?? names.values.first ?? "")
        }
    }

    /// Paths in a document that no version of the schema known here has, with their values.
    func unknown(in document: JSON, _ path: [String] = []) -> [(path: [String], value: JSON)] {
        switch (self, document) {
        case (.object(let members), .object(let given)):
            given.flatMap { member in
                members[member.key].map { $0.shape.unknown(in: member.value, path + [member.key]) }
                    ?? [(path + [member.key], member.value)]
            }
        case (.map(let element), .object(let given)):
            given.flatMap { element.unknown(in: $0.value, path + [$0.key]) }
        case (.array(let element), .array(let values)):
            values.enumerated().flatMap { element.unknown(in: $0.element, path + [String($0.offset)]) }
        default: []
        }
    }
}

/// Why a setting of production is not in a fixture, where tests would not want it or nobody else should have it.
enum Omission: Sendable, Hashable {
    /// Whoever reads the fixture could use it against the project.
    case secret
    /// Tests must not call what production calls.
    case function
    /// Links of tests must not lead to production.
    case link

    init?(_ setting: Setting) {
        let path = setting.path
        if path.starts(with: ["blockingFunctions", "triggers"]) {
            self = .function
        } else if path == ["notification", "sendEmail", "callbackUri"] {
            self = .link
        } else if Self.hasSecret(setting) {
            self = .secret
        } else {
            return nil
        }
    }

    private static func hasSecret(_ setting: Setting) -> Bool {
        // Where a server for mails is, and who logs in there, is half of what it takes to use it.
        let names = Set(setting.path)
        if names.isSuperset(of: ["smtp", "host"]) || names.isSuperset(of: ["smtp", "username"]) { return true }
        if !names.isDisjoint(with: ["hashConfig"]) { return true }
        // Switches have the names of what they are about.
        guard setting.value.stringValue != nil else { return false }
        return setting.path.contains { SecretMembers.kind(of: $0) != nil }
    }

    /// What is said of a setting that is left out: the part of its path that tells what it is.
    func name(_ path: [String]) -> String {
        let end: Int? =
            switch self {
            case .secret: path.firstIndex { $0 == "hashConfig" || $0 == "testPhoneNumbers" }
            case .function: min(2, path.count - 1)
            case .link: nil
            }
        return path[...(end ?? path.count - 1)].joined(separator: ".")
    }
}
