import ArgumentParser
package import FirebreakModel
import FirebreakWire

/// The refs of seeded projects, in files that test suites read.
package struct RefList: Sendable {
    package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable { case json, dotenv }

    private var projects: [(id: String, refs: [JSON.Member])] = []

    package init() {}

    /// Adds the refs of a seeded project; existing refs are replaced.
    package mutating func add(_ summary: SeedSummary) throws {
        let id = summary.project
        let refs = try summary.refs.map { JSON.Member($0.name, try JSON(parsing: WireEncoder().encode($0.user))) }
        guard let index = projects.firstIndex(where: { $0.id.hasSameBytes(as: id) }) else {
            return projects.append((id, refs))
        }
        let replaced = Set(refs.map { ExactText($0.key) })
        projects[index].refs = projects[index].refs.filter { !replaced.contains(ExactText($0.key)) } + refs
    }

    /// - Throws: ``CommandFailure`` when two values would have the same name.
    package func text(_ format: Format) throws -> String {
        switch format {
        case .json:
            let document: JSON = [
                "projects": .object(projects.map { JSON.Member($0.id, .object($0.refs)) })
            ]
            return String(decoding: JSON.indented(document.bytes), as: UTF8.self) + "\n"
        case .dotenv: return try dotenv()
        }
    }

    /// `ALICE_UID=…`; with several projects `DEMO_SHOP_ALICE_UID=…`.
    private func dotenv() throws -> String {
        var owners: [String: String] = [:]
        var lines = ""
        for project in projects {
            for ref in project.refs {
                for value in ref.value.objectValue ?? [] {
                    let parts = (projects.count > 1 ? [project.id] : []) + [ref.key, value.key]
                    let words = parts.map(Self.name).joined(separator: "_")
                    let name = words.utf8.first?.isASCIIDigit == true ? "_" + words : words
                    if let other = owners.updateValue(ref.key, forKey: name) {
                        throw CommandFailure("the refs \(other) and \(ref.key) would both be \(name); use json")
                    }
                    lines += "\(name)=\(DotenvValue.quoted(value.value.stringValue ?? value.value.text))\n"
                }
            }
        }
        return lines
    }

    /// `idToken` becomes `ID_TOKEN`.
    private static func name(_ text: String) -> String {
        var name = ""
        var wasLower = false
        for scalar in text.unicodeScalars {
            let isLower = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            let isUpper = ("A"..."Z").contains(scalar)
            if isUpper, wasLower { name += "_" }
            name += isLower || isUpper ? String(scalar).uppercased() : "_"
            wasLower = isLower
        }
        return name
    }
}
