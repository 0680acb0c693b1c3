import FirebreakOperations
import FirebreakWire
import Testing

/// firebreak.md section 2: 39 characters starting with `AIza`, a reversible encoding with checksum.
struct DerivedAPIKeyTests {
    static let projects = [
        "a", "z", "0", "9", "-", "demo-firebreak", "example", "aa", "a-", "-a", "---", "0000", "project-123456",
        "abcdefghijklmnopqrstuvwxyz0123", "------------------------------", "999999999999999999999999999999",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ]

    @Test(arguments: projects)
    func `a key has the form that SDKs accept, and leads back to its project`(id: String) throws {
        let project = ProjectID(rawValue: id)

        let key = try #require(DerivedAPIKey.key(for: project))

        #expect(key.utf8.count == 39)
        #expect(key.hasPrefix("AIza"))
        #expect(key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        #expect(DerivedAPIKey.key(for: project) == key)
        #expect(DerivedAPIKey.project(of: key) == project)
    }

    @Test(arguments: [
        "", "A", "Demo", "a_b", "a b", "a.b", "ä", "a:b", "abcdefghijklmnopqrstuvwxyz01234", "a\0b", "\0",
    ])
    func `other IDs have none`(id: String) {
        #expect(DerivedAPIKey.key(for: ProjectID(rawValue: id)) == nil)
    }

    @Test func `keys of different projects differ`() {
        let projects = Self.projects + (0..<2000).map { "project-\($0)" }
        let keys = projects.compactMap { DerivedAPIKey.key(for: ProjectID(rawValue: $0)) }

        #expect(Set(keys).count == Set(projects).count)
    }

    @Test(arguments: ["demo-firebreak", "a", "abcdefghijklmnopqrstuvwxyz0123"])
    func `a key with one wrong character is not a key`(id: String) throws {
        let key = Array(try #require(DerivedAPIKey.key(for: ProjectID(rawValue: id))))
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.")

        for position in key.indices {
            for character in alphabet where character != key[position] {
                var wrong = key
                wrong[position] = character
                #expect(DerivedAPIKey.project(of: String(wrong)) == nil, "\(String(wrong))")
            }
        }
    }

    @Test(arguments: [
        "", "AIza", "AIzaSyDOCAbC123dEf456GhI789jKl012-MnO", "AIza" + String(repeating: "A", count: 35),
        "AIza" + String(repeating: "-", count: 35), "BIza" + String(repeating: "A", count: 35), "project:a",
        "AIza" + String(repeating: "é", count: 17) + "a",
    ])
    func `other keys lead nowhere`(key: String) {
        #expect(DerivedAPIKey.project(of: key) == nil)
    }
}
