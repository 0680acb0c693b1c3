import ArgumentParser
package import FirebreakClient
import FirebreakModel

/// The flags that select messages; all of them must match.
package struct OutboxFilters: ParsableArguments {
    @Option(help: "Only messages to this address or phone number.")
    var to: String?

    @Option(
        help: "Only messages of this type, as EMAIL_SIGNIN, PASSWORD_RESET, SMS_SIGN_IN.",
        completion: .names(
            OutboxMessage.Kind.emailSignIn, .passwordReset, .verifyEmail, .verifyAndChangeEmail, .recoverEmail,
            .revertSecondFactorAddition, .smsSignIn, .smsMFAEnrollment, .smsMFASignIn))
    var type: String?

    @Option(help: "Only this channel: email or sms.", completion: .names(OutboxMessage.Channel.email, .sms))
    var channel: String?

    @Option(
        help: "Only what was sent, generated, suppressed, blocked, failed or scheduled.",
        completion: .names(
            OutboxMessage.Delivery.sent, .generated, .suppressed, .blocked, .failed, .scheduled))
    var delivery: String?

    @Option(
        help: "Only what is pending, used, expired or superseded.",
        completion: .names(OutboxMessage.Status.pending, .used, .expired, .superseded))
    var status: String?

    @Option(help: "Only messages of this tenant.")
    var tenant: String?

    @Option(help: ArgumentHelp("Only messages with a higher seq than this.", valueName: "seq"))
    var after: Int?

    package init() {}

    /// The filter of these flags; the server checks the values.
    package var filter: OutboxFilter {
        OutboxFilter(
            to: to, type: type.map(OutboxMessage.Kind.init), channel: channel.map(OutboxMessage.Channel.init),
            delivery: delivery.map(OutboxMessage.Delivery.init), status: status.map(OutboxMessage.Status.init),
            tenant: tenant, after: after.map(Int64.init))
    }
}

/// The flags that say how many messages, and in which order.
package struct OutboxPagingFlags: ParsableArguments {
    @Option(help: "At most so many messages, up to 1000. (default: 100)")
    var limit: Int?

    @Option(
        help: "asc for newest last, desc for newest first. (default: asc)",
        completion: .names(OutboxPaging.Order.ascending, .descending))
    var order: String?

    package init() {}

    /// The paging of these flags; the server checks the values.
    package var paging: OutboxPaging { OutboxPaging(limit: limit, order: order.map(OutboxPaging.Order.init)) }
}
