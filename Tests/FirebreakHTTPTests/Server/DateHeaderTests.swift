import FirebreakWire
import Testing

@testable import FirebreakHTTP

struct DateHeaderTests {
    @Test func `it is the time of now, in the form of HTTP`() throws {
        var date = DateHeader()
        let before = Timestamp(seconds: Timestamp.now.seconds)
        let value = date.value
        let after = Timestamp.now

        let expected = (before.seconds...after.seconds).map { Timestamp(seconds: $0).internetDate + " GMT" }
        #expect(expected.contains(value))
        #expect(value.utf8.count == 29)
    }
}
