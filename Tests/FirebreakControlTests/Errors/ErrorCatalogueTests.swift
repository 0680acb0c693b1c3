import Foundation
import Testing

@testable import FirebreakControl
@testable import FirebreakWire

/// The catalogue of errors, held against the members of ``WireError`` that throw its rows.
struct ErrorCatalogueTests {
    // MARK: What sources throw

    /// A member of ``WireError``: its name, and the names of what it fills in.
    private struct Member {
        let name: String
        let values: Set<String>
    }

    private static func members() throws -> [Member] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources").standardizedFileURL
        let enumerator = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        return try enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
            try members(in: String(contentsOf: file, encoding: .utf8))
        }
    }

    private static func members(in text: String) -> [Member] {
        guard text.contains("row(") else { return [] }
        return text.split(separator: #/\bstatic (?:var|func) /#).dropFirst().compactMap { declaration in
            guard let head = declaration.prefixMatch(of: #/(\w+)[^{]*WireError \{/#),
                let call = declaration[head.range.upperBound...].firstMatch(of: #/(?s)\brow\(\s*(?:\[(.*?)\])?[,)]/#)
            else { return nil }
            let values = (call.1 ?? "").matches(of: #/"(\w+)":/#).map { String($0.1) }
            return Member(name: String(head.1), values: Set(values))
        }
    }

    @Test func `each row has a member that throws it or is answered by faults alone, and each member its row`() throws {
        let members = try Self.members().map(\.name).sorted()

        #expect(members.count > 250)
        #expect(ErrorTable.all.rows.filter { !$0.isByFaultsAlone }.map(\.name).sorted() == members)
    }

    @Test func `what a member fills in is what its row asks for`() throws {
        for member in try Self.members() {
            #expect(ErrorTable.all[member.name].placeholders == member.values, "\(member.name)")
        }
    }

    // MARK: What rows say

    @Test func `rows can be read, each once`() {
        #expect(ErrorTable.all.problems == [])
        #expect(ErrorTable.all.rows.count > 300)
        #expect(Set(ErrorTable.all.rows.map(\.area)) == Set(WireError.Area.allCases))
        #expect(Set(ErrorAnswers.known.keys).subtracting(ErrorTable.all.rows.map(\.name)).isEmpty)
    }

    @Test func `no error is described twice`() {
        let rows = ErrorTable.all.rows.map { row in Profile.allCases.map { row.wording(in: $0, row.shown).message } }

        #expect(Set(rows).count == rows.count)
    }

    @Test(arguments: ErrorTable.all.rows)
    func `an error has a code and says in sentences why it comes and what to do`(row: ErrorRow) {
        let code = row.wording(in: .local, row.shown).code
        // The two reasons of older answers are the names that Apple's SDK knows (clients.md section 1.6).
        #expect(
            code.wholeMatch(of: #/[A-Z][A-Z0-9_]*[A-Z0-9]/#) != nil
                || ["ipRefererBlocked", "keyInvalid"].contains(code))
        for text in [row.cause, row.remedy, row.unreachable].compactMap(\.self) {
            #expect(text.count > 8)
            #expect(text.hasSuffix("."))
            #expect(!text.contains("  ") && !text.contains { $0.isNewline })
            #expect(text.split(separator: "`", omittingEmptySubsequences: false).count % 2 == 1)
        }
        #expect(Set(row.shown.keys).subtracting(row.placeholders).isEmpty)
    }

    /// SDKs map the first word of a message, so it is the code in any case.
    @Test(arguments: ErrorTable.all.rows, Profile.allCases)
    func `a message that begins with a code has that code`(row: ErrorRow, profile: Profile) {
        let wording = row.wording(in: profile, row.shown)

        #expect((400..<600).contains(wording.kind.httpStatus))
        guard let word = wording.message.firstMatch(of: #/^[A-Z0-9]+_[A-Z0-9_]+/#) else { return }
        #expect(wording.code == word.output)
    }
}
