import FirebreakCommands
import Testing

@Suite struct ArgumentTypesTests {
    @Test(arguments: [
        ("1", 1), ("1048576", 1_048_576), ("1KiB", 1024), ("64MiB", 67_108_864), ("2GiB", 2_147_483_648),
        ("10MB", 10_000_000), ("10mb", 10_000_000), ("3kB", 3_000), ("1GB", 1_000_000_000), ("7B", 7),
        ("64 MiB", 67_108_864),
    ])
    func `sizes are read with their units`(_ text: String, _ bytes: Int) {
        #expect(ByteCount(text)?.bytes == bytes)
    }

    @Test(arguments: [
        "", "0", "0MiB", "MiB", "-1", "+1", "1.5MiB", "1M", "1TiB", "0x10", "9223372036854775808",
        "9007199254740993GiB",
    ])
    func `other sizes are refused`(_ text: String) {
        #expect(ByteCount(text) == nil)
    }

    @Test(arguments: [("10", 10_000), ("10s", 10_000), ("500ms", 500), ("2m", 120_000), ("1h", 3_600_000), ("0", 0)])
    func `times are read with their units`(_ text: String, _ milliseconds: Int) {
        #expect(TimeSpan(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["", "s", "-1s", "1.5s", "1d", "99999999999999h", "9000h", "1 s"])
    func `other times are refused`(_ text: String) {
        #expect(TimeSpan(text) == nil)
    }

    @Test func `times go to the server in its units`() {
        #expect(TimeSpan("1m")?.defaultValueDescription == "60s")
        #expect(TimeSpan("1500ms")?.defaultValueDescription == "1500ms")
    }

    @Test(arguments: [("a=b", "a", "b"), ("AIza_-1=demo-shop", "AIza_-1", "demo-shop"), ("r=a=b,c", "r", "a=b,c")])
    func `pairs are split at the first sign`(_ text: String, _ name: String, _ value: String) {
        let assignment = Assignment(text)

        #expect(assignment?.name == name)
        #expect(assignment?.value == value)
        #expect(assignment?.text == text)
    }

    @Test(arguments: ["", "=", "a", "a=", "=b"])
    func `other pairs are refused`(_ text: String) {
        #expect(Assignment(text) == nil)
    }
}
