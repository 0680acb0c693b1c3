import Foundation
import Testing

@testable import FirebreakCommands

struct UnwaitingStreamTests {
    /// A pipe; its reader reads when it is told to.
    private final class Pipe: Sendable {
        let reader: Int32
        let writer: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (reader, writer) = (ends[0], ends[1])
        }

        /// What is in it; waits until there is something.
        func content() -> String {
            var part = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(reader, &part, part.count)
            return String(decoding: part.prefix(max(0, count)), as: UTF8.self)
        }

        deinit {
            close(reader)
            close(writer)
        }
    }

    @Test func `what the other end takes is written at once`() throws {
        let pipe = try Pipe()
        let stream = UnwaitingStream(descriptor: pipe.writer)
        stream.write("one\n")
        stream.write("two\n")
        #expect(pipe.content() == "one\ntwo\n")
    }

    @Test func `without a reader lines are dropped and counted, and the rest comes in order`() throws {
        let pipe = try Pipe()
        let stream = UnwaitingStream(descriptor: pipe.writer, capacity: 10_000)
        stream.countDropped { "dropped \($0)\n" }
        let padding = String(repeating: "x", count: 90)
        let count = 5000
        // More than a pipe and the queue take together: this returns all the same.
        for number in 0..<count { stream.write("\(number) \(padding)\n") }

        var text = ""
        while !text.contains("last\n") {
            text += pipe.content()
            // Dropped or not, it makes something to read.
            if text.contains("dropped") { stream.write("last\n") }
        }
        stream.finish()
        var next = 0
        for line in text.split(separator: "\n") {
            if line.hasPrefix("dropped ") {
                next += try #require(Int(line.dropFirst(8)))
            } else if line != "last" {
                #expect(line == "\(next) \(padding)")
                next += 1
            }
        }
        #expect(next >= count)
    }

    @Test func `a stream whose reader has gone takes everything`() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let stream = UnwaitingStream(descriptor: ends[1])
        for _ in 0..<100 { stream.write(String(repeating: "x", count: 5000)) }
        stream.finish()
    }
}
