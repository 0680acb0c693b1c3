import Testing

@testable import FirebreakOperations

struct RandomSourceTests {
    @Test(arguments: [-1, 0, 1, 7, 8, 255, 256, 257, 1000])
    func `there are exactly as many as were asked for`(count: Int) {
        #expect(RandomSource.system.secret(count).count == max(0, count))
    }

    @Test func `nothing is given twice, however many ask at once`() async {
        let values = await withTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<8 { group.addTask { (0..<2000).map { _ in RandomSource.system.secret(16) } } }
            return await group.reduce(into: []) { $0 += $1 }
        }

        #expect(values.count == 16_000)
        #expect(Set(values).count == values.count)
    }

    @Test func `all bytes come equally often`() {
        var counts = [Int](repeating: 0, count: 256)
        for _ in 0..<2560 { for byte in RandomSource.system.secret(100) { counts[Int(byte)] += 1 } }

        // The expectation is 1,000 with a deviation of 32.
        #expect(counts.allSatisfy { (700...1300).contains($0) })
    }
}
