import FirebreakStore
import FirebreakWire
import Testing

@testable import FirebreakOperations

/// The text of answers with lists of accounts, byte by byte.
struct AccountListWriterTests {
    private func answer(_ ids: [String], omitsEmpty: Bool, last: String? = nil) -> String {
        var users = AccountListWriter(AccountResource(inFilesOf: nil), kind: "list")
        for id in ids { users.append(Account(id: AccountID(rawValue: id))) }
        #expect(users.count == ids.count)
        let answer = users.answer(omitsEmpty: omitsEmpty, nextPageToken: last)
        return String(decoding: answer.bytes, as: UTF8.self)
    }

    @Test func `elements are separated, and members stand before and after them`() {
        let one = element("a")
        #expect(answer(["a"], omitsEmpty: true) == #"{"kind":"list","users":[\#(one)]}"#)
        #expect(
            answer(["a", "b"], omitsEmpty: true, last: "b")
                == #"{"kind":"list","users":[\#(one),\#(element("b"))],"nextPageToken":"b"}"#)
    }

    @Test(arguments: [(true, #"{"kind":"list"}"#), (false, #"{"kind":"list","users":[]}"#)])
    func `without accounts the array is empty or left out`(omitsEmpty: Bool, expected: String) {
        #expect(answer([], omitsEmpty: omitsEmpty) == expected)
    }

    @Test func `a member after an array that is left out follows the ones before it`() {
        #expect(answer([], omitsEmpty: true, last: "c") == #"{"kind":"list","nextPageToken":"c"}"#)
        #expect(answer([], omitsEmpty: false, last: "c") == #"{"kind":"list","users":[],"nextPageToken":"c"}"#)
    }

    /// An account as it is written by itself.
    private func element(_ id: String) -> String {
        let written = AccountResource(inFilesOf: nil).encoded(Account(id: AccountID(rawValue: id)))
        return String(decoding: written.bytes, as: UTF8.self)
    }
}
