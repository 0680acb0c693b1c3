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
        filter.before = 9
        return filter
    }()

    @Test func `every condition has a name and the value that is asked for`() {
        let given = MessageFilter.conditions.compactMap { condition in
            condition.text(Self.everything).map { "\(condition.name)=\($0)" }
        }

        #expect(
            given == [
                "to=b@x.test", "type=PASSWORD_RESET", "channel=sms", "delivery=generated", "status=used", "tenant=blue",
                "after=7", "before=9",
            ])
        #expect(MessageFilter.conditions.allSatisfy { $0.text(MessageFilter()) == nil })
    }

    @Test func `what a message does not meet is named, but not its place`() {
        let message = StoreFixture.message("m", code: "c")

        #expect(
            Self.everything.conditions(notMetBy: message, at: OutboxMoment(Self.now))
                == ["to", "type", "channel", "delivery", "status", "tenant"])
        #expect(MessageFilter().conditions(notMetBy: message, at: OutboxMoment(Self.now)).isEmpty)
    }

    @Test func `a message that a fault delays is there once it has arrived`() {
        let message = StoreFixture.message("m", code: "c") { message in
            message.initialDelivery = .scheduled
            message.deliverAt = Self.now.advanced(byMilliseconds: 1000)
        }
        let moments = [999, 1000].map { OutboxMoment(Self.now.advanced(byMilliseconds: $0)) }
        var waiting = MessageFilter()
        waiting.awaitsArrival = true

        #expect(moments.map { message.delivery(at: $0) } == [.scheduled, .sent])
        #expect(moments.map { message.status(at: $0) } == [nil, .pending])
        #expect(moments.map { waiting.conditions(notMetBy: message, at: $0) } == [["delivery"], []])
        waiting.delivery = .scheduled
        #expect(moments.map { waiting.conditions(notMetBy: message, at: $0) } == [[], ["delivery"]])
    }
}
