import FirebreakWire
import Synchronization
import Testing

@testable import FirebreakControl
@testable import FirebreakOperations

/// How much the journal keeps, and in which order.
struct JournalTests {
    private func call(
        _ project: String?, _ operation: String = "accounts.signUp", bytes: Int = 0
    ) -> JournalEntry.Content {
        let record = RequestRecord(.local)
        record.update { $0.project = project.map(ProjectID.init(rawValue:)) }
        return JournalEntry.Content(
            began: Timestamp(milliseconds: 0), duration: .zero, operation: operation, method: "POST", path: "/",
            status: 200, response: RecordedBody([UInt8](repeating: 0x20, count: bytes), contentType: nil),
            record: record)
    }

    private func entries(_ journal: Journal, of project: String?) -> [JournalEntry] {
        journal.entries(
            JournalFilter(), of: project.map(ProjectID.init(rawValue:)), descending: false, limit: 100_000)
    }

    @Test func `of each project the last calls are kept`() {
        let journal = Journal(capacity: 3)
        for _ in 0..<10 { journal.append(call("a")) }
        journal.append(call("b"))
        journal.append(call(nil))

        #expect(entries(journal, of: "a").map(\.seq) == [8, 9, 10])
        #expect(entries(journal, of: "b").map(\.seq) == [1])
        #expect(entries(journal, of: nil).map(\.id) == [8, 9, 10, 11, 12])
    }

    @Test func `where all together are too large the oldest of any project goes first`() {
        let journal = Journal(capacity: 1000, maximumMemory: 100_000)
        for index in 0..<200 { journal.append(call(index.isMultiple(of: 2) ? "a" : "b", bytes: 9_000)) }

        let kept = entries(journal, of: nil).map(\.id)

        #expect(journal.memory <= 100_000)
        #expect(kept.count > 5)
        #expect(kept == Array(Int64(200 - kept.count + 1)...200))
    }

    @Test func `the memory is that of what is kept`() {
        let journal = Journal(capacity: 5)
        for _ in 0..<1000 { journal.append(call("a", bytes: 1000)) }
        let five = journal.memory
        #expect(journal.clear(ProjectID(rawValue: "a")) == 5)

        #expect(five >= 5_000 && five < 20_000)
        #expect(journal.memory == 0)
    }

    @Test func `a project that was let go to save memory counts on`() {
        let journal = Journal(capacity: 1000, maximumMemory: 20_000)
        for _ in 0..<3 { journal.append(call("a")) }
        for _ in 0..<10 { journal.append(call("b", bytes: 9_000)) }
        #expect(entries(journal, of: "a").isEmpty)
        journal.append(call("a"))

        #expect((entries(journal, of: "a").first?.seq ?? 0) > 3)
    }

    @Test func `a cursor selects what comes after it, in either order`() {
        let journal = Journal(capacity: 100)
        for _ in 0..<10 { journal.append(call("a")) }
        var filter = JournalFilter()
        filter.after = 6
        let project = ProjectID(rawValue: "a")

        #expect(journal.entries(filter, of: project, descending: false, limit: 2).map(\.seq) == [7, 8])
        #expect(journal.entries(filter, of: project, descending: true, limit: 2).map(\.seq) == [10, 9])
    }

    @Test func `a second cursor ends what is selected`() {
        let journal = Journal(capacity: 8)
        for index in 0..<10 { journal.append(call(index.isMultiple(of: 2) ? "a" : "b")) }
        func selected(after: Int64?, before: Int64?, of project: String?) -> [Int64] {
            var filter = JournalFilter()
            filter.after = after
            filter.before = before
            let entries = journal.entries(
                filter, of: project.map(ProjectID.init(rawValue:)), descending: true, limit: 3)
            return entries.map { project == nil ? $0.id : $0.seq }
        }

        #expect(selected(after: nil, before: 5, of: "a") == [4, 3, 2])
        #expect(selected(after: 2, before: 4, of: "a") == [3])
        #expect(selected(after: 4, before: 4, of: "a") == [])
        #expect(selected(after: 5, before: 1, of: "a") == [])
        #expect(selected(after: nil, before: 1, of: "a") == [])
        #expect(selected(after: nil, before: 8, of: nil) == [7, 6, 5])
        #expect(selected(after: nil, before: .max, of: nil) == [10, 9, 8])
    }

    @Test func `a waiter wakes for a call that matches and for no other`() async {
        let journal = Journal(capacity: 100)
        let waiters = journal.waiters(of: ProjectID(rawValue: "a"))
        var filter = JournalFilter()
        filter.operation = .named("token")
        let ticket = waiters.ticket(for: filter)

        journal.append(call("a"))
        journal.append(call("b", "token"))
        let woken = Task { await waiters.wait(ticket) }
        while waiters.waiterCount == 0 { await Task.yield() }
        journal.append(call("a", "token"))

        #expect(await woken.value)
        #expect(journal.waiters(of: ProjectID(rawValue: "a")) === waiters)
    }

    @Test(arguments: [
        (#"{"a":1,"b":"x"#, #"{"a":1}"#), (#"{"a":[{"b":1},{"c":"#, #"{"a":[{"b":1}]}"#), (#"{"a":"#, ""),
        (#"{"a":"b,c","d":tr"#, #"{"a":"b,c"}"#), (#"["\",",1"#, #"["\","]"#),
    ])
    func `a document that was cut ends with its last complete part`(cut: String, whole: String) {
        #expect(String(decoding: JournalBody.completed(Array(cut.utf8)), as: UTF8.self) == whole)
    }

    // MARK: What lists show

    private final class Counts: Sendable {
        let facts = Mutex(0)
        let texts = Mutex(0)

        var digest: JournalEntry.Digest {
            JournalEntry.Digest(
                facts: { content in
                    self.facts.withLock { $0 += 1 }
                    return JournalFacts(of: content)
                },
                texts: { content in
                    self.texts.withLock { $0 += 1 }
                    return JournalTexts(of: content)
                })
        }
    }

    @Test func `what lists show of a call is found out once, and of long calls before a list asks`() async throws {
        let counts = Counts()
        let journal = Journal(capacity: 1000, digest: counts.digest)
        for _ in 0..<1000 { journal.append(call("a", bytes: 48 << 10)) }
        while counts.texts.withLock(\.self) < 1000 { try await Task.sleep(for: .milliseconds(5)) }

        let listing = JournalListing(journal, of: ProjectID(rawValue: "a"))
        var sought = JournalFilter()
        sought.search = try SearchText("accounts.signUp")
        for filter in [JournalFilter(), sought, JournalFilter()] {
            #expect(try await listing.records(filter, from: .newest, limit: 1000).elements.count == 1000)
        }
        #expect(counts.texts.withLock(\.self) == 1000)
        #expect(counts.facts.withLock(\.self) == 1000)

        for _ in 0..<10 { journal.append(call("b")) }
        #expect(counts.texts.withLock(\.self) == 1000)
        let others = JournalListing(journal, of: ProjectID(rawValue: "b"))
        for _ in 0..<3 { _ = try await others.records(JournalFilter(), from: .newest, limit: 100) }
        #expect(counts.texts.withLock(\.self) == 1010)
    }

    @Test func `a look ends when its client has left`() async {
        let counts = Counts()
        let journal = Journal(capacity: 1000, digest: counts.digest)
        for _ in 0..<100 { journal.append(call("a")) }
        let listing = JournalListing(journal, of: ProjectID(rawValue: "a"))
        let look = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await listing.records(JournalFilter(), from: .newest, limit: 100).elements.count
        }
        // What is known when it ends, which is not sent, is little.
        let found = try? await look.value
        #expect(found == nil || found == 0)
        #expect(counts.texts.withLock(\.self) == 0)
    }
}
