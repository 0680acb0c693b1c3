import FirebreakOperations
import FirebreakWire
import Testing

@testable import FirebreakControl

struct ClockDurationTests {
    @Test(
        arguments: [
            ("90s", 90_000), ("61m", 3_660_000), ("6h1m", 21_660_000), ("2d", 172_800_000), ("500ms", 500),
            ("1d2h3m4s5ms", 93_784_005), ("0s", 0), ("90", 90_000), ("1m500ms", 60_500),
        ] as [(String, Int64)])
    func `steps are read with their units`(text: String, milliseconds: Int64) throws {
        #expect(try ClockDuration(text).milliseconds == milliseconds)
    }

    @Test(arguments: [nil, "", "-1s", "1.5h", "h", "1m1m", "1m1h", "1w", "61 m", "1s ", "nan", "0x10", "+1s", "１s"])
    func `everything else is refused`(text: String?) {
        #expect(throws: WireError.self) { try ClockDuration(text) }
    }

    @Test(arguments: ["99999999999999999999d", "9223372036854775807", "3000000d", "9223372036854775807ms1ms"])
    func `steps beyond every clock are refused`(text: String) {
        #expect(throws: WireError.self) { try ClockDuration(text) }
    }
}
