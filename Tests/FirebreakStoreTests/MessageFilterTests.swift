import FirebreakStore
import FirebreakWire
import Testing

struct MessageFilterTests {
    private static let now = StoreFixture.now

    private static let everything: MessageFilter = {
        var filter = MessageFilter()
        filter.recipient = "b@x.test"
        filter.type = "PASSWORD_RESET"
        filter.channel = .sms
        filter.delivery = .generated
        filter.status = .used
        filter.tenant = TenantID(rawValue: "blue")
        filter.after = 7
        return filter
    }()

    @Test func `every condition has a name and the value that is asked for`() {
        let given = MessageFilter.conditions.map { "\($0.name)=\($0.text(Self.everything) ?? "")" }

        #expect(
            given == [
                "to=b@x.test", "type=PASSWORD_RESET", "channel=sms", "delivery=generated", "status=used", "tenant=blue",
                "after=7",
            ])
        #expect(MessageFilter.conditions.allSatisfy { $0.text(MessageFilter()) == nil })
    }

    @Test func `what a message does not meet is named, but not its place`() {
        let message = StoreFixture.message("m", code: "c")

        #expect(
            Self.everything.conditions(notMetBy: message, at: Self.now)
                == ["to", "type", "channel", "delivery", "status", "tenant"])
        #expect(MessageFilter().conditions(notMetBy: message, at: Self.now).isEmpty)
    }
}
