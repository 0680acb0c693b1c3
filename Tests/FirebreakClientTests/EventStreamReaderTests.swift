import FirebreakModel
import Testing

@testable import FirebreakClient

struct EventStreamReaderTests {
    private static let text = """
        :\n\nid: 7\nevent: message\ndata: {"a":1}\n\nevent: status\ndata: {}\n\nid: 9\n\ndata:x\ndata\ndata:  y\nretry: 3\n\n
        """
    private static let events = [
        ServerEvent(id: "7", name: "message", data: Array(#"{"a":1}"#.utf8)),
        ServerEvent(name: "status", data: Array("{}".utf8)),
        ServerEvent(name: "message", data: Array("x\n\n y".utf8)),
    ]

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `events are read whatever ends their lines`(ending: String) throws {
        var reader = EventStreamReader()
        #expect(try reader.events(in: Self.text.replacing("\n", with: ending).utf8) == Self.events)
    }

    @Test func `events are read from parts of any size`() throws {
        for size in 1...9 {
            var reader = EventStreamReader()
            var rest = Array(Self.text.replacing("\n", with: "\r\n").utf8)[...]
            var events: [ServerEvent] = []
            while !rest.isEmpty {
                events += try reader.events(in: rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(events == Self.events)
        }
    }

    @Test func `what is not ended is not an event`() throws {
        var reader = EventStreamReader()
        #expect(try reader.events(in: "data: {}\n".utf8) == [])
    }

    @Test(arguments: ["x", "data: x\n", "data:\n", "\u{E9}"])
    func `an event without end is not collected`(part: String) {
        var reader = EventStreamReader(maximumSize: 1000)
        var size = 0
        let failure = #expect(throws: FirebreakFailure.self) {
            while size < 10_000 {
                _ = try reader.events(in: part.utf8)
                size += part.utf8.count
            }
        }
        #expect(failure?.code == .unexpectedAnswer)
        #expect(size < 10_000)
    }

    @Test func `many events are read, however many bytes they are together`() throws {
        var reader = EventStreamReader(maximumSize: 20)
        var count = 0
        for _ in 1...100 { count += try reader.events(in: "id: 7\ndata: 0123456789\n\n".utf8).count }
        #expect(count == 100)
    }
}
