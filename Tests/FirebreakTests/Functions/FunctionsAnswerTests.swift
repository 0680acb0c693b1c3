import Firebreak
import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Testing

/// blocking-functions.md section 8: what a Functions emulator answers.
struct FunctionsAnswerTests {
    private static let origin = "http://127.0.0.1:5001"

    private static func answer(_ triggers: [JSON]) throws -> FunctionsAnswer {
        let document: JSON = ["backends": [["directory": "/d", "functionTriggers": .array(triggers)]]]
        return try FunctionsAnswer(document.bytes, from: origin, for: "demo-shop")
    }

    private static func blocking(
        _ event: String, name: JSON = "before", region: JSON = "us-central1", options: JSON = [:]
    ) -> JSON {
        [
            "platform": "gcfv2", "region": region, "name": name,
            "blockingTrigger": [
                "eventType": .string("providers/cloud.auth/eventTypes/user.\(event)"), "options": options,
            ],
        ]
    }

    private static func event(_ type: String, of resource: JSON = "projects/demo-shop") -> JSON {
        [
            "platform": "gcfv1", "region": "us-central1", "name": "listener",
            "eventTrigger": ["eventType": .string(type), "resource": resource],
        ]
    }

    @Test(arguments: BlockingEvent.allCases)
    func `blocking functions of every event`(_ event: BlockingEvent) throws {
        let answer = try Self.answer([Self.blocking(event.rawValue)])

        #expect(
            answer.functions
                == FoundFunctions(
                    origin: Self.origin,
                    triggers: [.init(event: event.rawValue, region: "us-central1", name: "before")],
                    forwarded: [:]))
    }

    @Test(arguments: ["user.create", "user.delete"])
    func `account events`(_ event: String) throws {
        let answer = try Self.answer([Self.event("providers/firebase.auth/eventTypes/\(event)")])

        #expect(answer.functions.triggers == [.init(event: event, region: "us-central1", name: "listener")])
    }

    private static func second(_ event: String, filters: JSON?) -> JSON {
        var trigger: JSON = ["eventType": .string("google.firebase.auth.user.v2.\(event)")]
        trigger["eventFilters"] = filters
        return ["platform": "gcfv2", "region": "us-central1", "name": "listener", "eventTrigger": trigger]
    }

    @Test(arguments: ["created", "deleted"])
    func `account events of the 2nd generation`(_ event: String) throws {
        for (filters, tenant) in [
            (nil, nil), (.null, nil), ([:], nil), (["tenantid": ""], ""), (["tenantid": "T"], "T"),
            (["other": 7], nil),
        ] as [(JSON?, String?)] {
            let answer = try Self.answer([Self.second(event, filters: filters)])

            #expect(
                answer.functions.triggers == [
                    .init(event: "user.v2.\(event)", region: "us-central1", name: "listener", tenant: tenant)
                ])
        }
    }

    @Test func `an event of the 2nd generation that does not exist is not an account event`() throws {
        #expect(try Self.answer([Self.second("updated", filters: nil)]).functions.triggers.isEmpty)
    }

    @Test(
        arguments: [
            (7, ""), ([], ""), (["tenantid": 7], ".tenantid"),
            (["tenantid": .string(String(repeating: "t", count: 129))], ".tenantid"),
        ] as [(JSON, String)])
    func `filters that cannot be`(_ filters: JSON, place: String) {
        let place = "backends[0].functionTriggers[0].eventTrigger.eventFilters\(place)"
        #expect(throws: FunctionsAnswer.Problem.malformed(place)) {
            try Self.answer([Self.second("created", filters: filters)])
        }
    }

    @Test func `credentials that one of them asks for`() throws {
        let answer = try Self.answer([
            Self.blocking("beforeCreate", options: ["idToken": true, "accessToken": false, "refreshToken": "true"]),
            Self.blocking("beforeSignIn", options: ["idToken": false, "accessToken": true]),
        ])

        #expect(answer.functions.forwarded.sorted == (["idToken": true, "accessToken": true] as JSON).sorted)
    }

    @Test(
        arguments: [
            ["httpsTrigger": [:], "region": "us-central1", "name": "api"],
            event("providers/firebase.auth/eventTypes/user.update"),
            event("providers/cloud.firestore/eventTypes/document.create", of: "projects/other/databases/x"),
            event("google.cloud.storage.object.v1.finalized", of: 7),
            blocking("afterCreate"), ["eventTrigger": .null, "blockingTrigger": .null], [:],
            ["httpsTrigger": [:], "name": "a/b\u{1}", "region": 7],
        ] as [JSON])
    func `functions that have nothing to do with accounts`(_ trigger: JSON) throws {
        let answer = try Self.answer([trigger, Self.blocking("beforeCreate")])

        #expect(answer.functions.triggers.map(\.name) == ["before"])
    }

    @Test(
        arguments: [
            "../x", "a/b", "a b", "a?b", "a%2fb", "", "é", .null, 7, .string(String(repeating: "x", count: 129)),
            "a\u{1}", "a\r\nHost: b", "\u{1B}[2J", "\u{202E}a", ["a"], true,
        ] as [JSON])
    func `names that no path can have`(_ name: JSON) {
        let fine = Self.blocking("beforeSignIn", name: "good_name-1")
        #expect(throws: FunctionsAnswer.Problem.malformed("backends[0].functionTriggers[1].name")) {
            try Self.answer([fine, Self.blocking("beforeCreate", name: name)])
        }
        #expect(throws: FunctionsAnswer.Problem.malformed("backends[0].functionTriggers[0].region")) {
            try Self.answer([Self.blocking("beforeCreate", region: name), fine])
        }
    }

    @Test func `a function that is there twice counts once, at its last place`() throws {
        let answer = try Self.answer([
            Self.blocking("beforeCreate", name: "a"), Self.blocking("beforeCreate", name: "b"),
            Self.blocking("beforeCreate", name: "a"),
        ])

        #expect(answer.functions.triggers.map(\.name) == ["b", "a"])
    }

    @Test func `all directories count`() throws {
        let document: JSON = [
            "backends": [
                ["functionTriggers": [Self.blocking("beforeCreate")]], ["functionTriggers": .null], [:],
                ["functionTriggers": [Self.blocking("beforeSignIn")]],
            ]
        ]
        let answer = try FunctionsAnswer(document.bytes, from: Self.origin, for: "demo-shop")

        #expect(answer.functions.triggers.map(\.event) == ["beforeCreate", "beforeSignIn"])
    }

    @Test func `functions of another project`() {
        #expect(throws: FunctionsAnswer.Problem.otherProject("demo-other")) {
            try Self.answer([
                Self.event("providers/firebase.auth/eventTypes/user.create", of: "projects/demo-other")
            ])
        }
    }

    @Test(
        arguments: [
            (7, "backends[1]"), ([], "backends[1]"), (.null, "backends[1]"),
            (["functionTriggers": "none"], "backends[1].functionTriggers"),
            (["functionTriggers": ["a": [:]]], "backends[1].functionTriggers"),
            (["functionTriggers": [.null]], "backends[1].functionTriggers[0]"),
            (["functionTriggers": [[:], "text"]], "backends[1].functionTriggers[1]"),
            (
                ["functionTriggers": [["blockingTrigger": "beforeCreate"]]],
                "backends[1].functionTriggers[0].blockingTrigger.eventType"
            ),
            (
                ["functionTriggers": [["eventTrigger": ["eventType": 7]]]],
                "backends[1].functionTriggers[0].eventTrigger.eventType"
            ),
        ] as [(JSON, String)])
    func `what stands in place of functions`(_ backend: JSON, place: String) {
        let document: JSON = ["backends": [["functionTriggers": [Self.blocking("beforeCreate")]], backend]]
        #expect(throws: FunctionsAnswer.Problem.malformed(place)) {
            try FunctionsAnswer(document.bytes, from: Self.origin, for: "demo-shop")
        }
    }

    @Test(arguments: 0..<8) func `damaged answers are read or refused`(_ seed: UInt64) {
        var random = SplitMix64(state: seed)
        let triggers = BlockingEvent.allCases.map { Self.blocking($0.rawValue, options: ["idToken": true]) }
        let document: JSON = [
            "backends": [
                [
                    "functionTriggers": .array(
                        triggers + [Self.event("providers/firebase.auth/eventTypes/user.create")])
                ]
            ]
        ]
        for _ in 0..<500 {
            let answer = try? FunctionsAnswer(random.damaged(document.bytes), from: Self.origin, for: "demo-shop")
            let bytes = answer?.functions.triggers.flatMap { Array(($0.region + $0.name).utf8) } ?? []
            #expect(bytes.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) })
        }
    }

    @Test(arguments: ["", "nonsense", "[]", "7", "{}", #"{"backends":{}}"#, String(repeating: "[", count: 100_000)])
    func `what is not a Functions emulator`(_ body: String) {
        #expect(throws: FunctionsAnswer.Problem.noFunctionsEmulator) {
            try FunctionsAnswer(Array(body.utf8), from: Self.origin, for: "demo-shop")
        }
    }
}
