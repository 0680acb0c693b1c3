import Testing

@testable import FirebreakCommands

struct TrimScheduleTests {
    private static let small = TrimSchedule.growth / 2
    private static let large = 10 * TrimSchedule.growth

    /// Whether it is due at each of these sizes, one after the other.
    private func due(_ schedule: inout TrimSchedule, at sizes: [Int]) -> [Bool] {
        var answers: [Bool] = []
        for size in sizes { answers.append(schedule.isDue(at: size)) }
        return answers
    }

    @Test func `free memory is given back where the process has grown, and once for each growth`() {
        var schedule = TrimSchedule()
        let first = due(&schedule, at: [Self.small, Self.large])
        // What is left is in use.
        schedule.noteTrimmed(to: Self.large - Self.small)
        let second = due(&schedule, at: [Self.large - Self.small, Self.large - 1, Self.large + Self.small])

        #expect(first == [false, true])
        #expect(second == [false, false, true])
    }

    @Test func `growth counts from the least that there was`() {
        var schedule = TrimSchedule()
        schedule.noteTrimmed(to: Self.large)
        let answers = due(&schedule, at: [Self.small, Self.small + TrimSchedule.growth])

        #expect(answers == [false, true])
    }
}
