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
    func `events are read whatever ends their lines`(ending: String) {
        var reader = EventStreamReader()
        #expect(reader.events(in: Self.text.replacing("\n", with: ending).utf8) == Self.events)
    }

    @Test func `events are read from parts of any size`() {
        for size in 1...9 {
            var reader = EventStreamReader()
            var rest = Array(Self.text.replacing("\n", with: "\r\n").utf8)[...]
            var events: [ServerEvent] = []
            while !rest.isEmpty {
                events += reader.events(in: rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(events == Self.events)
        }
    }

    @Test func `what is not ended is no event`() {
        var reader = EventStreamReader()
        #expect(reader.events(in: "data: {}\n".utf8) == [])
    }
}
