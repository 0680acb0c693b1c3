import FirebreakControl
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

/// Each row of the catalogue is provoked by a request, or is known to be out of reach.
struct ErrorProvocationTests {
    @Test(arguments: Provocation.numbered)
    func `an error is answered as its row says`(_ row: NumberedProvocation) async throws {
        for profile in row.provocation.profiles {
            let answer = try await ProvocationOutcomes.shared.outcome(of: row, in: profile).answer
            let wording = row.provocation.answered.wording(in: profile)
            #expect(
                row.provocation.isAnswered(by: answer, in: profile),
                "\(profile): \(answer.outcome) instead of \(wording.kind.httpStatus) \(wording.message)")
        }
    }

    @Test func `every row is provoked, or says why it cannot be`() {
        let provoked = Set(Provocation.all.map(\.error.signature))
        let unreachable = Set(UnreachableErrors.all.map(\.error.signature))
        let rows = Set(ErrorCatalogue.all.map(\.signature))

        #expect(rows.count == ErrorCatalogue.all.count, "signatures tell rows apart")
        #expect(provoked.intersection(unreachable).isEmpty)
        #expect(provoked.union(unreachable).subtracting(rows).isEmpty)
        #expect(rows.subtracting(provoked).subtracting(unreachable).sorted() == [])
    }

    @Test func `reasons are sentences`() {
        for row in UnreachableErrors.all { #expect(row.reason.count > 20 && row.reason.hasSuffix(".")) }
    }

    /// `scripts/update-errors.sh` lets this write the table instead.
    @Test func `the table of answers is what provocations show`() async throws {
        var seen: [String: (error: WireError, answers: ErrorAnswers)] = [:]
        for row in Provocation.numbered {
            let error = row.provocation.error
            for profile in row.provocation.profiles {
                // What is answered otherwise, the first test reports.
                guard let outcome = try? await ProvocationOutcomes.shared.outcome(of: row, in: profile),
                    row.provocation.isAnswered(by: outcome.answer, in: profile)
                else { continue }
                let operation = outcome.operation
                var answers = seen[error.signature]?.answers ?? ErrorAnswers(profiles: [], operations: [])
                if !answers.profiles.contains(profile) { answers.profiles.append(profile) }
                if let operation, !answers.operations.contains(operation) { answers.operations.append(operation) }
                seen[error.signature] = (error, answers)
            }
        }
        let lines = seen.values.map { error, answers in
            ErrorAnswers(
                profiles: Profile.allCases.filter(answers.profiles.contains),
                operations: answers.operations.contains("*") ? ["*"] : answers.operations.sorted()
            ).line(of: error)
        }.sorted()
        guard ProcessInfo.processInfo.environment["FIREBREAK_UPDATE_ERRORS"] == nil else {
            return try Self.write(lines)
        }
        let known = ErrorAnswers.table.split(separator: "\n").map(String.init)
        #expect(known == lines, "scripts/update-errors.sh makes the table anew")
    }

    /// Puts lines into the table's file.
    private static func write(_ lines: [String]) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/FirebreakControl/Errors/ErrorAnswers+Table.swift"
        ).standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
        let mark = "\"\"\""
        let open = try #require(text.firstRange(of: "#" + mark + "\n"))
        let table = lines.map { "        \($0)\n" }.joined()
        let made = text[..<open.upperBound] + table + "        " + mark + "#\n}\n"
        try String(made).write(to: file, atomically: true, encoding: .utf8)
    }
}
