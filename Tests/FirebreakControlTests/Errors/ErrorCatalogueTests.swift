import FirebreakControl
import FirebreakWire
import Foundation
import Testing

/// The catalogue of errors, held against the source files that its rows stand in.
struct ErrorCatalogueTests {
    // MARK: What files declare

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL

    private static func files() throws -> [URL] {
        let enumerator = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        return enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    /// A file of rows: the names of those that it declares and of those that it lists, as often as there are any.
    private struct AreaFile {
        let name: String
        let declared: [String]
        let listed: [String]

        /// - Returns: `nil` for a file without a list.
        init?(_ url: URL) throws {
            let text = try String(contentsOf: url, encoding: .utf8)
            let lists = text.matches(of: #/(?s)static let \w+Errors: \[WireError\] = \[\n(.*?)\n    \]/#)
            guard let list = lists.first else { return nil }
            name = url.lastPathComponent
            let constants = text.matches(of: #/static let (\w+) = WireError\(/#).map { String($0.1) }
            let functions = text.matches(of: #/static func (\w+)\([^{]*\) -> WireError \{/#).map { String($0.1) }
            declared = (constants + functions).sorted()
            // Each begins a line of the list; what follows of it stands further to the right.
            listed = list.1.matches(of: #/(?m)^ {8}\.(\w+)/#).map { String($0.1) }.sorted()
        }
    }

    @Test func `every row of a file is in the file's list, and every list in the catalogue`() throws {
        let files = try Self.files().filter { $0.lastPathComponent.hasPrefix("WireError+") }
            .compactMap(AreaFile.init)

        for file in files { #expect(file.listed == file.declared, "\(file.name)") }
        #expect(files.count == ErrorCatalogue.lists.count)
        #expect(files.map(\.declared.count).sorted() == ErrorCatalogue.lists.map(\.count).sorted())
    }

    @Test func `nothing but these files makes errors`() throws {
        let others = try Self.files().filter { !$0.pathComponents.contains("Errors") }

        #expect(others.count > 100)
        for file in others {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains(#/\bWireError\(/#), "\(file.lastPathComponent)")
        }
    }

    // MARK: What rows say

    @Test(arguments: ErrorCatalogue.lists)
    func `lists are in the order of codes`(list: [WireError]) {
        #expect(!list.isEmpty)
        #expect(list.map(\.code) == list.map(\.code).sorted())
    }

    @Test func `no error is described twice`() {
        for (index, error) in ErrorCatalogue.all.enumerated() {
            #expect(!ErrorCatalogue.all[..<index].contains(error), "\(error)")
        }
    }

    @Test(arguments: ErrorCatalogue.all)
    func `an error has a code and says in sentences why it comes and what to do`(error: WireError) {
        // The two reasons of older answers are the names that Apple's SDK knows (clients.md section 1.6).
        #expect(
            error.code.wholeMatch(of: #/[A-Z][A-Z0-9_]*[A-Z0-9]/#) != nil
                || ["ipRefererBlocked", "keyInvalid"].contains(error.code))
        for text in [error.cause, error.remedy] {
            #expect(text.count > 8)
            #expect(text.hasSuffix("."))
            #expect(!text.contains("  ") && !text.contains { $0.isNewline })
            #expect(text.split(separator: "`", omittingEmptySubsequences: false).count % 2 == 1)
        }
    }

    /// SDKs map the first word of a message, so it is the code in any case.
    @Test(arguments: ErrorCatalogue.all, Profile.allCases)
    func `a message that begins with a code has that code`(error: WireError, profile: Profile) {
        let wording = error.wording(in: profile)

        #expect((400..<600).contains(wording.kind.httpStatus))
        guard let word = wording.message.firstMatch(of: #/^[A-Z0-9]+_[A-Z0-9_]+/#) else { return }
        #expect(wording.code == word.output)
    }

    @Test func `there are errors of every area`() {
        #expect(Set(ErrorCatalogue.all.map(\.area)) == Set(WireError.Area.allCases))
    }
}
