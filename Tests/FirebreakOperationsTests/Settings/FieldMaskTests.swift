import FirebreakDiscovery
import FirebreakTestSupport
import FirebreakWire
import Testing

@testable import FirebreakOperations

struct FieldMaskTests {
    @Test(arguments: [nil, ""] as [String?])
    func `no text is not a mask`(text: String?) {
        #expect(FieldMask(text) == nil)
    }

    @Test(arguments: [
        ("a", [["a"]]), ("a.b,c", [["a", "b"], ["c"]]), ("a,a", [["a"], ["a"]]), (",a,,b,", [["a"], ["b"]]),
        ("sign_in.allow_duplicate_emails", [["signIn", "allowDuplicateEmails"]]), ("a..b", [["a", "b"]]),
    ])
    func `a mask is a list of paths, in either spelling`(text: String, paths: [[String]]) throws {
        #expect(try #require(FieldMask(text)).paths == paths)
    }

    /// tenants-config.md A4.
    private static let reference: [(mask: String, body: JSON, stored: JSON, result: JSON)] = [
        ("a", ["a": 1, "b": 2], ["c": 3], ["c": 3, "a": 1]), ("a", [:], ["a": 1], ["a": 1]),
        ("a.b", ["a": [:]], ["a": ["b": 1]], ["a": ["b": 1]]), ("a.b", [:], [:], [:]),
        ("a", ["a": false], ["a": true], ["a": false]), ("a", ["a": 0], ["a": 1], ["a": 0]),
        ("a", ["a": ""], ["a": "x"], ["a": ""]), ("a", ["a": []], ["a": [1]], ["a": []]),
        ("a", ["a": [:]], ["a": ["b": 1]], ["a": [:]]),
        ("a.b.c", ["a": ["b": ["c": 1, "d": 2]]], [:], ["a": ["b": ["c": 1]]]),
        ("a.b", ["a": ["b": 1]], ["a": ["x": 9]], ["a": ["x": 9, "b": 1]]),
        ("a.0", ["a": "text"], ["a": "old"], ["a": "old"]),
        ("a.x", ["a": [1, 2]], ["a": [3]], ["a": [3]]),
        ("a,b.c", ["a": 1, "b": ["c": 2]], [:], ["a": 1, "b": ["c": 2]]),
        ("a", ["a": ["x": 1]], ["a": ["y": 2]], ["a": ["x": 1]]), ("nope", ["a": 1], ["a": 2], ["a": 2]),
    ]

    @Test(arguments: reference)
    func `the reference leaves alone what the body lacks`(mask: String, body: JSON, stored: JSON, result: JSON) throws {
        var document = stored
        try #require(FieldMask(mask)).applyReference(body, to: &document, of: .anything)

        #expect(document == result)
    }

    /// production.md section 14.
    private static let production: [(mask: String, body: JSON, stored: JSON, result: JSON)] = [
        ("a", ["a": 1, "b": 2], ["c": 3], ["c": 3, "a": 1]), ("a", [:], ["a": 1, "b": 2], ["b": 2]),
        ("a.b", ["a": [:]], ["a": ["b": 1, "c": 2]], ["a": ["c": 2]]),
        ("a.b", [:], ["a": ["b": 1, "c": 2]], ["a": ["c": 2]]),
        ("a", ["a": ["x": 1]], ["a": ["y": 2]], ["a": ["x": 1]]),
        ("a.b", ["a": ["b": 1]], ["a": ["x": 9]], ["a": ["x": 9, "b": 1]]),
        ("a.b", ["a": ["b": 1, "c": 2]], [:], ["a": ["b": 1]]), ("a,a", ["a": 1], ["a": 2], ["a": 1]),
        ("a", ["b": 1], ["b": 2], ["b": 2]),
    ]

    @Test(arguments: production)
    func `production resets what the body lacks`(mask: String, body: JSON, stored: JSON, result: JSON) throws {
        var document = stored
        try #require(FieldMask(mask)).applyProduction(body, to: &document, of: .anything)

        #expect(document == result)
    }

    /// Every group of members that exclude each other, in the resources that masks apply to (production.md section 14).
    private static let groups: [(resource: AdminResource, path: [String], members: [String])] =
        AdminResource.allCases.flatMap { resource in
            groups(in: resource.shape, at: []).map { (resource, $0.path, $0.members) }
        }

    private static func groups(in shape: MessageShape, at path: [String]) -> [(path: [String], members: [String])] {
        let named = shape.members.keys.sorted().filter { !shape.rivals(of: $0).isEmpty }
        let own = named.first.map { [(path, [$0] + shape.rivals(of: $0))] } ?? []
        return own + shape.members.flatMap { groups(in: $0.value.shape, at: path + [$0.key]) }
    }

    private static func document(_ path: [String], _ value: JSON) -> JSON {
        path.reversed().reduce(value) { inner, name in .object([JSON.Member(name, inner)]) }
    }

    @Test func `a member that is set drops those that it excludes, by a mask of a leaf too`() throws {
        #expect(Self.groups.map { $0.path } == [["smsRegionConfig"], ["smsRegionConfig"]])
        for (resource, path, members) in Self.groups {
            for member in members {
                let all = JSON.object(members.map { JSON.Member($0, ["old": true]) })
                let body = Self.document(path, .object([JSON.Member(member, ["new": true])]))
                for tail in [[member], [member, "new"]] {
                    let mask = try #require(FieldMask((path + tail).joined(separator: ".")))
                    let merged: JSON = tail.count == 1 ? ["new": true] : ["old": true, "new": true]
                    let expected = Self.document(path + [member], merged)
                    var document = Self.document(path, all)
                    mask.applyProduction(body, to: &document, of: resource.shape)
                    #expect(document == expected)
                    document = Self.document(path, all)
                    mask.applyReference(body, to: &document, of: resource.shape)
                    #expect(document == expected)
                }
            }
        }
    }

    @Test func `a member that is reset drops nothing else`() throws {
        var document: JSON = ["smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["US"]]]]
        let before = document
        let mask = try #require(FieldMask("smsRegionConfig.allowlistOnly,smsRegionConfig.allowlistOnly.allowedRegions"))

        mask.applyProduction([:], to: &document, of: AdminResource.config.shape)
        #expect(document == before)
    }

    @Test(arguments: Profile.allCases)
    func `regions of SMS have one branch, in projects and tenants`(_ profile: Profile) async throws {
        let server = try await TestServer.open(profile)
        let tenant = try await server.makeTenant()
        let first: JSON = ["smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["US"]]]]
        let second: JSON = ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["DE"]]]]
        let mask = "smsRegionConfig.allowlistOnly.allowedRegions"

        _ = try await server.configure("smsRegionConfig", first)
        let project = try await server.configure(mask, second)
        #expect(project["smsRegionConfig"] == second["smsRegionConfig"], "\(project.text)")
        _ = try await server.patchTenant(tenant, first, mask: "smsRegionConfig")
        let changed = try await server.patchTenant(tenant, second, mask: mask)
        #expect(changed["smsRegionConfig"] == second["smsRegionConfig"], "\(changed.text)")
    }
}
