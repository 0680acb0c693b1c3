import Testing

@testable import FirebreakOperations

struct CallingCodeTests {
    static let numbers: [(number: String, regions: Set<String>)] = [
        ("+4915112345678", ["DE"]), ("+33612345678", ["FR"]), ("+819012345678", ["JP"]), ("+201001234567", ["EG"]),
        ("+211912345678", ["SS"]), ("+2125123456", ["MA", "EH"]), ("+358401234567", ["FI", "AX"]),
        ("+79161234567", ["RU", "KZ"]), ("+390612345678", ["IT", "VA"]), ("+85212345678", ["HK"]),
        ("+998901234567", ["UZ"]), ("+49", ["DE"]), ("+447700900100", ["GB", "GG", "IM", "JE"]),
    ]

    @Test(arguments: numbers)
    func `a number is of the regions of its calling code`(number: String, regions: Set<String>) {
        #expect(CallingCode.regions(of: number) == regions)
    }

    @Test func `a shared calling code stands for every region that has it`() {
        let regions = CallingCode.regions(of: "+16505550100")

        #expect(regions.isSuperset(of: ["US", "CA", "PR", "JM"]))
        #expect(CallingCode.regions(of: "+18765550100") == regions)
    }

    @Test(arguments: ["+", "+2", "+21", "+9991234567", "+8001234567", ""])
    func `a calling code that nobody has is of no region`(number: String) {
        #expect(CallingCode.regions(of: number) == [])
    }

    @Test func `regions have two letters`() {
        let all = (1...999).flatMap { CallingCode.regions(of: "+\($0)") }

        #expect(Set(all).count > 200)
        #expect(all.allSatisfy { $0.count == 2 && $0.allSatisfy { ("A"..."Z").contains($0) } })
    }
}
