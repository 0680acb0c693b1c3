import FirebreakWire
import Testing

struct SplitMix64Tests {
    /// What the authors' own code gives for the state 0.
    private static let words: [UInt64] = [
        0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC,
    ]

    @Test func `the numbers are those of the published generator`() {
        var generator = SplitMix64(state: 0)

        #expect(Self.words.map { _ in generator.next() } == Self.words)
    }

    @Test(arguments: 0..<4)
    func `numbers can be left out`(count: Int) {
        var generator = SplitMix64(state: 0, skipping: UInt64(count))

        #expect(generator.next() == Self.words[count])
    }

    @Test func `a number is the next state, mixed`() {
        #expect(SplitMix64.mixed(SplitMix64.increment) == Self.words[0])
        #expect(SplitMix64.mixed(SplitMix64.increment &* 2) == Self.words[1])
    }
}
