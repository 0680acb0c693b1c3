import FirebreakStore
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Synchronization
import Testing

@testable import FirebreakOperations

struct ProjectRegistryTests {
    private static let now = Timestamp(milliseconds: 1_780_315_200_000)

    private func registry(_ storage: Storage, openProjects: Int = 128) -> ProjectRegistry {
        ProjectRegistry(
            storage: storage, defaults: ProjectDefaults(profile: .local), signer: TokenSigner(storage: storage),
            openProjects: openProjects)
    }

    /// Open files below a directory.
    private func openFiles(in directory: String) -> [String] {
        let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            .filter { $0.hasPrefix(directory + "/projects/") }
    }

    /// The files that are open once those that are no longer kept are closed, which workers do. Each open database is a
    /// file, its log and its shared memory.
    private func openFiles(in directory: String, ofAtMost databases: Int) async throws -> [String] {
        while true {
            let files = openFiles(in: directory)
            if files.count <= databases * 3 { return files }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func `one ID is one project while somebody has it`() throws {
        let registry = registry(try Storage(dataDirectory: nil), openProjects: 1)

        let first = try registry.project(ProjectID(rawValue: "a"))
        for index in 0..<50 { _ = try registry.project(ProjectID(rawValue: "other-\(index)")) }
        #expect(try registry.project(ProjectID(rawValue: "a")) === first)
    }

    @Test func `projects in memory have all that they had after a rest`() async throws {
        let registry = registry(try Storage(dataDirectory: nil), openProjects: 1)
        for round in 1...3 {
            for index in 0..<20 {
                let project = try registry.project(ProjectID(rawValue: "p-\(index)"))
                try await project.write(at: Self.now) { tx in
                    try tx.insert(Account(id: AccountID(rawValue: "u\(round)")))
                }
                #expect(try await project.read { tx in try tx.accountCount() } == round)
            }
        }
    }

    @Test(arguments: [0, 129])
    func `an ID has one to 128 bytes`(count: Int) throws {
        let registry = registry(try Storage(dataDirectory: nil))

        #expect(throws: WireError.invalidProjectID) {
            try registry.project(ProjectID(rawValue: String(repeating: "p", count: count)))
        }
        #expect(throws: WireError.invalidProjectID) {
            try registry.project(ProjectID(rawValue: String(repeating: "ä", count: 65)))
        }
        _ = try registry.project(ProjectID(rawValue: String(repeating: "ä", count: 64)))
    }

    @Test func `a number is that of a project in use or written to before`() async throws {
        try await withTemporaryDirectory { directory in
            let id = ProjectID(rawValue: "shop")
            let number = ProjectNumber.of(id, .local)
            let storage = try Storage(dataDirectory: directory)
            let used = registry(storage)
            #expect(try used.projectID(numbered: number) == nil)
            let project = try used.project(id)
            #expect(try used.projectID(numbered: number) == id)
            #expect(try registry(storage).projectID(numbered: number) == nil)

            try await project.write(at: Self.now) { tx in try tx.insert(Account(id: AccountID(rawValue: "x"))) }

            storage.close()
            let reopened = registry(try Storage(dataDirectory: directory))
            for _ in 0..<2 { #expect(try reopened.projectID(numbered: number) == id) }
            for other in ["", "shop", "000000000000", "1", number + "0", String(number.dropLast()) + "x"] {
                #expect(try reopened.projectID(numbered: other) == nil)
            }
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `the numbers of all projects are read without opening and closing their files`() async throws {
        try await withTemporaryDirectory { directory in
            let registry = registry(try Storage(dataDirectory: directory), openProjects: 2)
            @Sendable func project(_ index: Int) -> ProjectID { ProjectID(rawValue: "p-\(index)") }
            @Sendable func profile(_ index: Int) -> Profile { index.isMultiple(of: 2) ? .local : .emulator }
            for index in 0..<10 {
                try await registry.project(project(index)).write(at: Self.now) { tx in
                    try tx.set(.profile, to: .string(profile(index).rawValue))
                }
            }
            let open = try await openFiles(in: directory, ofAtMost: 2)

            for index in 0..<10 {
                let number = try await registry.number(of: project(index))
                #expect(number == ProjectNumber.of(project(index), profile(index)))
            }
            #expect(openFiles(in: directory) == open)
            #expect(registry.recentProjects(3) == [project(9), project(8)])
        }
    }

    @Test func `mentioning a project makes no database`() async throws {
        try await withTemporaryDirectory { directory in
            for storage in [try Storage(dataDirectory: nil), try Storage(dataDirectory: directory)] {
                let registry = registry(storage)
                for index in 0..<100 {
                    let project = try registry.project(ProjectID(rawValue: "p-\(index)"))
                    #expect(try await project.read { tx in try tx.accountCount() } == 0)
                    _ = try await project.settings()
                    #expect(try await project.exists == false)
                }
                #expect(try registry.projects().isEmpty)
            }
            #expect(openFiles(in: directory).isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `thousands of projects do not stay open`() async throws {
        try await withTemporaryDirectory { directory in
            let registry = registry(try Storage(dataDirectory: directory), openProjects: 8)

            for index in 0..<300 {
                let project = try registry.project(ProjectID(rawValue: "p-\(index)"))
                try await project.write(at: Self.now) { tx in
                    try tx.insert(Account(id: AccountID(rawValue: "a\(index)")))
                }
            }

            #expect(try await openFiles(in: directory, ofAtMost: 8).isEmpty == false)
            #expect(try registry.projects().count == 300)
            for index in [0, 150, 299] {
                let project = try registry.project(ProjectID(rawValue: "p-\(index)"))
                #expect(try await project.read { tx in try tx.account(id: AccountID(rawValue: "a\(index)")) } != nil)
            }
        }
    }

    @Test func `a dropped project is empty when it is used again`() async throws {
        try await withTemporaryDirectory { directory in
            for storage in [try Storage(dataDirectory: nil), try Storage(dataDirectory: directory)] {
                let registry = registry(storage)
                let id = ProjectID(rawValue: "a")
                let project = try registry.project(id)
                try await project.write(at: Self.now) { tx in try tx.insert(Account(id: AccountID(rawValue: "x"))) }

                #expect(try registry.drop(id))
                #expect(try registry.drop(id) == false)
                #expect(try registry.projects().isEmpty)
                #expect(try await project.read { tx in try tx.accountCount() } == 0)
                try await project.write(at: Self.now) { tx in try tx.insert(Account(id: AccountID(rawValue: "y"))) }
                #expect(try await project.read { tx in try tx.accountCount() } == 1)
            }
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `a project that many write to first is made once`() async throws {
        try await withTemporaryDirectory { directory in
            for storage in [try Storage(dataDirectory: nil), try Storage(dataDirectory: directory)] {
                let registry = registry(storage, openProjects: 1)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<64 {
                        group.addTask {
                            let project = try registry.project(ProjectID(rawValue: "same"))
                            try await project.write(at: Self.now) { tx in
                                try tx.insert(Account(id: AccountID(rawValue: "a\(index)")))
                            }
                        }
                    }
                    try await group.waitForAll()
                }

                let project = try registry.project(ProjectID(rawValue: "same"))
                #expect(try await project.read { tx in try tx.accountCount() } == 64)
                #expect(try registry.projects() == [ProjectID(rawValue: "same")])
            }
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `many tasks read and write several projects at once`() async throws {
        try await withTemporaryDirectory { directory in
            let registry = registry(try Storage(dataDirectory: directory), openProjects: 2)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<200 {
                    group.addTask {
                        let project = try registry.project(ProjectID(rawValue: "p-\(task % 5)"))
                        let id = AccountID(rawValue: "a\(task)")
                        try await project.write(at: Self.now) { tx in try tx.insert(Account(id: id)) }
                        let found = try await project.read { tx in try tx.account(id: id) }
                        #expect(found?.id == id)
                    }
                }
                try await group.waitForAll()
            }

            for index in 0..<5 {
                let project = try registry.project(ProjectID(rawValue: "p-\(index)"))
                #expect(try await project.read { tx in try tx.accountCount() } == 40)
            }
        }
    }

    @Test func `what a failed write did is gone and wakes nobody`() async throws {
        struct Refusal: Error {}
        let registry = registry(try Storage(dataDirectory: nil))
        let project = try registry.project(ProjectID(rawValue: "a"))
        let ticket = project.outboxWaiters.ticket(for: MessageFilter())

        await #expect(throws: Refusal.self) {
            try await project.write(at: Self.now) { tx in
                try tx.insert(Account(id: AccountID(rawValue: "x")))
                try tx.insert(Self.message())
                throw Refusal()
            }
        }

        #expect(try await project.read { tx in try tx.accountCount() } == 0)
        #expect(try await project.read { tx in try tx.messageCount() } == 0)
        let waiting = Task { await project.outboxWaiters.wait(ticket) }
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    private static func message() -> Message {
        Message(
            id: "msg_1", channel: .email, type: "EMAIL_SIGNIN", delivery: .sent, recipient: "a@x.test", locale: "en",
            createdAt: now, request: [:])
    }

    private final class Counter: Sendable {
        let value = Atomic<Int>(0)
    }

    @Test func `however many searches there are, another call waits for few of their parts`() async throws {
        let registry = registry(try Storage(dataDirectory: nil))
        let project = try registry.project(ProjectID(rawValue: "a"))
        try await project.write(at: Self.now) { _ in }
        let parts = Counter()
        let fewest = try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            for _ in 0..<16 {
                group.addTask {
                    while !Task.isCancelled {
                        try? await project.readPart(tenant: nil) { tx in
                            _ = try tx.totalAccountCount()
                            parts.value.add(1, ordering: .relaxed)
                        }
                    }
                }
            }
            while parts.value.load(ordering: .relaxed) < 1000 { await Task.yield() }
            // The fewest, because any number of parts goes by while the system stops a thread.
            var fewest = Int.max
            for _ in 0..<500 {
                let before = parts.value.load(ordering: .relaxed)
                let after = try await project.read { _ in parts.value.load(ordering: .relaxed) }
                fewest = min(fewest, after - before)
            }
            return fewest
        }
        #expect(fewest <= 2)
    }
}
