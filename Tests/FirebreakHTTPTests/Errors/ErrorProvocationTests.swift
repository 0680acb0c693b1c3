import FirebreakTestSupport
import FirebreakWire
import Foundation
import Testing

@testable import FirebreakControl

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
        let provoked = Set(Provocation.all.map(\.error.row.name))
        let rows = ErrorTable.all.rows

        #expect(rows.filter { $0.unreachable == nil && !provoked.contains($0.name) }.map(\.name) == [])
        #expect(rows.filter { $0.unreachable != nil && provoked.contains($0.name) }.map(\.name) == [])
        #expect(provoked.subtracting(rows.map(\.name)).isEmpty)
    }

    /// `scripts/update-errors.sh` lets this write the table instead.
    @Test func `the table of answers is what provocations show`() async throws {
        var seen: [String: ErrorAnswers] = [:]
        for row in Provocation.numbered {
            let name = row.provocation.error.row.name
            for profile in row.provocation.profiles {
                // What is answered otherwise, the first test reports.
                guard let outcome = try? await ProvocationOutcomes.shared.outcome(of: row, in: profile),
                    row.provocation.isAnswered(by: outcome.answer, in: profile)
                else { continue }
                var answers = seen[name] ?? ErrorAnswers(profiles: [], operations: [])
                if !answers.profiles.contains(profile) { answers.profiles.append(profile) }
                if let operation = outcome.operation, !answers.operations.contains(operation) {
                    answers.operations.append(operation)
                }
                seen[name] = answers
            }
        }
        seen = seen.mapValues { answers in
            ErrorAnswers(
                profiles: Profile.allCases.filter(answers.profiles.contains),
                operations: answers.operations.contains("*") ? ["*"] : answers.operations.sorted())
        }
        guard ProcessInfo.processInfo.environment["FIREBREAK_UPDATE_ERRORS"] == nil else {
            return try Self.write(seen)
        }
        #expect(ErrorAnswers.known == seen, "scripts/update-errors.sh makes the table anew")
    }

    /// Makes the file of answers anew.
    private static func write(_ table: [String: ErrorAnswers]) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/CResources/Resources/errors/answers.txt"
        ).standardizedFileURL
        let header = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("#") }
        let lines = table.sorted { $0.key < $1.key }.map { name, answers in
            let profiles = answers.profiles.map(\.rawValue).joined(separator: " ")
            return (["\(name): \(profiles):"] + answers.operations).joined(separator: " ")
        }
        let text = (header.map(String.init) + lines).map { $0 + "\n" }.joined()
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
