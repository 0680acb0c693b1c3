import FirebreakControl
import FirebreakTestSupport
import FirebreakWire
import Foundation
import HTTPTypes
import Testing

/// Every error that an official client maps can be had, as the table in clients.md section 10 says.
struct MappedCodesTests {
    /// A row of the table.
    struct Row: Sendable, CustomTestStringConvertible {
        enum Way: Sendable, Equatable {
            case answered(by: String)
            case fault(String)
            case unreachable(because: String)
        }

        let code: String
        let way: Way

        var testDescription: String { code }
    }

    // MARK: Reading

    private static let page: String = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Firebreak/Firebreak.docc/Contract/clients.md").standardizedFileURL
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    /// The first cells of a section's tables, and what follows them in their rows.
    private static func rows(_ heading: String) -> [(first: String, rest: String)] {
        guard let start = page.firstRange(of: "\n\(heading) ") else { return [] }
        let lines = page[start.upperBound...].split(separator: "\n")
        return lines.dropFirst().prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return (cells.first ?? "", cells.dropFirst().joined())
        }
    }

    private static let table: [Row] = rows("## 10.").map { row in
        let code = row.first.replacing("`", with: "")
        let way: Row.Way? =
            if let match = row.rest.wholeMatch(of: #/answered by `([A-Za-z.*]+)`/#) {
                .answered(by: String(match.1))
            } else if let match = row.rest.wholeMatch(of: #/by a fault `(\w+)`/#) {
                .fault(String(match.1))
            } else if let match = row.rest.wholeMatch(of: #/unreachable because (.{20,}\.)/#) {
                .unreachable(because: String(match.1))
            } else { nil }
        return Row(code: code, way: way ?? .unreachable(because: ""))
    }

    // MARK: What is in it

    @Test func `it has every code that an official client maps, once`() {
        let mapped = (Self.rows("### 1.6") + Self.rows("### 2.5")).flatMap { row in
            row.first.matches(of: #/[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|keyInvalid|ipRefererBlocked/#).map { String($0.0) }
        }
        let codes = Self.table.map(\.code)

        #expect(mapped.count > 100)
        #expect(Set(mapped).subtracting(codes).sorted() == [])
        #expect(codes.count == Set(codes).count)
        #expect(codes.map { $0.lowercased() } == codes.map { $0.lowercased() }.sorted())
        #expect(Self.table.filter { $0.way == .unreachable(because: "") }.map(\.code) == [])
    }

    // MARK: What is behind it

    @Test(arguments: table)
    func `a code is answered by the operation, or by nothing but faults`(row: Row) async throws {
        let provocations = Provocation.numbered.filter { numbered in
            numbered.provocation.profiles.contains { numbered.provocation.answered.wording(in: $0).code == row.code }
        }
        guard case .answered(by: let operation) = row.way else {
            #expect(provocations.isEmpty, "a request provokes it")
            return
        }
        var operations: Set<String> = []
        for numbered in provocations {
            for profile in numbered.provocation.profiles {
                let outcome = try await ProvocationOutcomes.shared.outcome(of: numbered, in: profile)
                guard numbered.provocation.isAnswered(by: outcome.answer, in: profile),
                    numbered.provocation.answered.wording(in: profile).code == row.code
                else { continue }
                operations.insert(outcome.operation ?? "")
            }
        }
        #expect(operations.contains(operation), "\(operations.sorted())")
    }

    @Test(arguments: table, TestProfile.allCases)
    func `a fault answers it by its name, in every profile`(row: Row, profile: TestProfile) async throws {
        let server = try TestServer(profile.value)
        let name = if case .fault(let name) = row.way { name } else { row.code }
        let added = try await server.control(.post, "/faults", ["on": "accounts.signUp", "error": .string(name)])
        try #require(added.status == 200, "\(added.text)")

        let answer = try await server.app("accounts:signUp", [:])

        let error = try #require(answer["error"])
        let reason = error["errors"]?.arrayValue?.first?["reason"]?.stringValue
        let known = try #require(ErrorCatalogue.error(named: name)).wording(in: profile.value)
        #expect(answer.status == known.kind.httpStatus)
        #expect(error["code"]?.integerValue == Int64(answer.status))
        // What clients go by: the message, or the reason.
        #expect(
            WireError.Wording(answer.message ?? "").code == row.code || reason == row.code
                || known.precedesService && known.code == row.code || row.code == "SMS_NOT_SENT")
    }
}
