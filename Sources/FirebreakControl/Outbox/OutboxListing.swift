package import FirebreakModel
package import FirebreakOperations
package import FirebreakStore
package import FirebreakWire

extension MessageFilter: ListingFilter {
    package static let parameters: [ListingParameter<MessageFilter>] = [
        // An unescaped `+` in a query is decoded as a space.
        .text("to") { filter, text in
            let recipient = EmailAddress.folded(text)
            filter.recipient = recipient.substituting(" ", with: "+")
            filter.spacedRecipient = recipient.containsBytes(of: " ") ? recipient : nil
        },
        ListingParameter("type") { filter, text throws(WireError) in
            let type: OutboxMessage.Kind? = try ControlParameter.known("type", text)
            filter.type = type?.rawValue
        },
        .choice("channel") { filter, channel in filter.channel = channel },
        .choice("delivery") { filter, delivery in filter.delivery = delivery },
        .choice("status") { filter, status in filter.status = status },
        .text("tenant") { filter, tenant in filter.tenant = TenantID(rawValue: tenant) },
        ListingParameter("q") { filter, text throws(WireError) in filter.search = try ControlParameter.search(text) },
    ]

    package var given: [(name: String, value: String)] {
        Self.conditions.compactMap { condition in condition.text(self).map { (condition.name, $0) } }
    }

    /// A new message may also change the status of an older one that is waited for, and one that arrives later is to be
    /// waited for.
    package var waking: MessageFilter {
        var filter = self
        filter.status = nil
        filter.awaitsArrival = false
        if filter.delivery == .sent { filter.delivery = nil }
        return filter
    }

    /// The same for a caller who takes what has arrived: messages that a fault delays are found only by their delivery.
    var ofArrivals: MessageFilter {
        var filter = self
        filter.awaitsArrival = true
        return filter
    }
}

/// The outbox of a project (firebreak.md section 5).
package struct OutboxListing: Listing {
    package static let terms = ListingTerms(
        element: "message", place: "outbox", came: "there arrived", nothingCame: "nothing arrived at all",
        event: "message")

    private let call: ControlCall

    init(_ call: ControlCall) { self.call = call }

    package static func page(_ messages: [OutboxMessage], nextCursor: Int64) -> OutboxPage {
        OutboxPage(messages: messages, nextCursor: nextCursor)
    }

    package static func timeout(_ explanation: String) -> WireError { .outboxTimeout(explanation) }

    package var project: ProjectID? { call.project.id }
    package var waiters: Waiters<MessageFilter> { call.project.outboxWaiters }

    package func renewed() async throws -> OutboxListing {
        OutboxListing(try await ControlCall(control: call.control, project: call.project, origin: call.origin))
    }

    package func elements(
        _ filter: MessageFilter, descending isDescending: Bool, limit: Int
    ) async throws -> [Message] {
        guard let search = filter.search else { return try await stored(filter, descending: isDescending, limit) }
        var rest = filter
        var found: [Message] = []
        while true {
            try Task.checkCancellation()
            let messages = try await stored(rest, descending: isDescending, Self.batch)
            for message in messages where found.count < limit && isFound(message, by: search) { found.append(message) }
            guard let last = messages.last, messages.count == Self.batch, found.count < limit else { return found }
            rest = isDescending ? rest.before(last.seq) : rest.after(last.seq)
        }
    }

    /// The newest messages to a recipient, of one tenant or, for `nil`, of the project itself, without their texts.
    package static func newest(
        to recipient: String, ofTenant tenant: String?, limit: Int, _ call: ControlCall
    ) async throws -> [OutboxMessage] {
        var filter = MessageFilter()
        filter.recipient = EmailAddress.folded(recipient)
        filter.tenant = tenant.map(TenantID.init)
        filter.isOfProjectItself = tenant == nil
        return try await OutboxListing(call).elements(filter, descending: true, limit: limit)
            .map(MessageResource(call).summary)
    }

    private func stored(_ filter: MessageFilter, descending isDescending: Bool, _ limit: Int) async throws -> [Message]
    {
        let now = call.expiryMoment
        return try await call.project.read { tx in
            try tx.messages(filter, at: now, descending: isDescending, limit: limit)
        }
    }

    // MARK: Searches

    /// Messages that are looked through at once, so that a long search lets others at the database.
    private static let batch = 200

    /// How many messages match, up to a limit.
    func count(_ filter: MessageFilter, upTo limit: Int) async throws -> Int {
        guard filter.search == nil else { return try await elements(filter, descending: true, limit: limit).count }
        let now = call.expiryMoment
        return try await call.project.read { tx in try tx.messageCount(filter, at: now, upTo: limit) }
    }

    /// The texts are made only where nothing else of the message has the words: that is most of the work.
    private func isFound(_ message: Message, by search: SearchText) -> Bool {
        let behavior = Self.behavior(of: message)
        if search.isIn(behavior) { return true }
        let content = MessageResource(call).content(message)
        // Without the link, in which every mail has the same words.
        let text = content.map { $0.text.substituting(message.mailedLink ?? "", with: "") }
        return search.isIn(behavior + [content?.subject, text])
    }

    /// What is known of a message besides its texts; not the code in a link, in which any few letters are sooner or later.
    static func behavior(of message: Message) -> [String?] {
        [
            message.id, message.type, message.channel.rawValue, message.recipient, message.newEmail,
            message.accountID?.rawValue, message.displayName, message.tenant?.rawValue,
            message.channel == .sms ? message.code : nil, message.reason,
        ]
    }

    package func lastPosition() async throws -> Int64 { try await call.project.read { tx in try tx.lastMessageSeq() } }

    package func position(of message: Message) -> Int64 { message.seq }

    package func record(_ message: Message) -> OutboxMessage { MessageResource(call).record(message) }

    /// When the next of the messages that a fault delays is there.
    package func nextArrival() async throws -> Duration? {
        guard call.settings.clock.frozenAt == nil else { return nil }
        let now = call.now
        let arrival = try await call.project.read { tx in try tx.nextArrival(after: now) }
        return arrival.map { .milliseconds($0.milliseconds - now.milliseconds) }
    }

    /// Such as `#7 PASSWORD_RESET to a@b.test (suppressed: no account has this address; other type)`.
    package func words(_ message: Message, against filter: MessageFilter) -> String {
        let now = call.expiryMoment
        var remarks = message.delivery(at: now).rawValue
        remarks += message.reasonClause
        if let status = message.status(at: now), status != .pending { remarks += ", \(status.rawValue)" }
        if let reason = message.mootReason(at: now) { remarks += " because \(reason)" }
        var unmet = filter.conditions(notMetBy: message, at: now)
        if let search = filter.search, !isFound(message, by: search) { unmet.append("q") }
        if !unmet.isEmpty { remarks += "; other \(unmet.joined(separator: " and "))" }
        return "#\(message.seq) \(message.type) to \(message.recipient.onOneLine) (\(remarks))"
    }

    package func elsewhere(_ filter: MessageFilter, latest: [Message], matched: Int) async throws -> String? {
        let refusal = matched == 0 ? lastRefusal(filter) : nil
        let recipients = filter.recipients
        let hasRecipient =
            latest.contains { recipients.isEmpty || recipients.contains(where: $0.recipient.hasSameBytes) }
        guard !hasRecipient else { return refusal }
        let others = try await OtherOutboxes(for: filter, besides: call.project.id, call.services).words
        return [refusal, others].compactMap(\.self).joined(separator: " ").nonEmpty
    }

    /// The methods that send messages.
    private static let senders: Set<String> = [
        "accounts.sendOobCode", "accounts.sendVerificationCode", "accounts.mfaEnrollment.start",
        "accounts.mfaSignIn.start",
    ]

    /// A sentence about the last call that was refused instead of sending what a wait waited for.
    private func lastRefusal(_ filter: MessageFilter) -> String? {
        guard let journal = call.control.journal else { return nil }
        let recipients = Set(filter.recipients.map { ExactText(EmailAddress.key($0)) })
        var refused = JournalFilter()
        refused.status = .failed
        let calls = journal.entries(refused, of: call.project.id, descending: true, limit: Self.batch)
        let last = calls.first { entry in
            guard let operation = entry.content.operation, Self.senders.contains(operation) else { return false }
            return recipients.isEmpty || !recipients.isDisjoint(with: Self.addresses(entry))
        }
        guard let last, let operation = last.content.operation, let error = last.facts.error else { return nil }
        let seconds = max(0, (call.services.now().milliseconds - last.content.began.milliseconds) / 1000)
        let reason = last.texts.explanation.map { ": \($0.onOneLine)" } ?? "."
        return "\(operation) was refused \(seconds) s before with \(error)\(reason)"
    }

    /// To whom a call would have sent something.
    private static func addresses(_ entry: JournalEntry) -> Set<ExactText> {
        var addresses: Set<ExactText> = []
        let request = JournalBody.document(entry.content.record.request, keys: .camelCase)
        if let new = request?["newEmail"]?.stringValue { addresses.insert(ExactText(JournalFacts.folded(new))) }
        if let email = entry.facts.foldedEmail { addresses.insert(ExactText(email)) }
        if let number = entry.facts.phoneNumber { addresses.insert(ExactText(number)) }
        return addresses
    }

    package var followers: Waiters<MessageFilter> { call.project.outboxChanges.waiters }

    package func follow() -> OutboxChanges.Listener { call.project.outboxChanges.listen() }

    /// New statuses of messages.
    package func events(
        _ changes: OutboxChanges.Listener, through cursor: Int64, _ filter: MessageFilter
    ) async throws -> [ServerEvent]? {
        guard let changed = changes.next() else { return nil }
        // What is not told yet is told with its status.
        let seqs = Set(changed.filter { $0 <= cursor }).sorted()
        guard !seqs.isEmpty else { return [] }
        let now = try await renewed()
        let messages = try await call.project.read { tx in
            try seqs.compactMap { seq in try tx.message(seq: seq) }
        }
        let matching = messages.filter { message in
            filter.matches(message, at: now.call.now) && filter.search.map { isFound(message, by: $0) } ?? true
        }
        return try matching.map { message in
            ServerEvent(name: "status", data: try WireEncoder().encode(now.record(message)))
        }
    }
}
