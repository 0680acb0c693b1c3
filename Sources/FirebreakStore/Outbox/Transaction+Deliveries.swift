package import FirebreakWire

extension Transaction {
    /// Notes that a message is to be delivered to those of the transaction's destinations that take it, unless that was
    /// noted before.
    func addDeliveries(of message: Message) throws {
        for destination in destinations where destination.takes(message) {
            try run(
                """
                INSERT OR IGNORE INTO delivery (seq, destination, kind, target, state, attempts)
                VALUES (?, ?, ?, ?, 'pending', 0)
                """, [message.seq, destination.name, destination.kind.rawValue, destination.target?.text])
            effects.deliveries.insert(destination.name)
        }
    }

    /// The destinations that messages of the project wait for.
    package func pendingDestinations() throws -> [String] {
        try all(
            "SELECT DISTINCT destination FROM delivery INDEXED BY delivery_pending WHERE state = 'pending'", []
        ) { $0[0] }
    }

    /// The oldest message that waits for the destination and has arrived.
    ///
    /// - Parameter now: The project's time.
    package func pendingDelivery(to destination: String, at now: Timestamp) throws -> PendingDelivery? {
        let found = try first(
            """
            SELECT delivery.seq, delivery.kind, delivery.target, delivery.attempts, delivery.nextAt
            FROM delivery INDEXED BY delivery_pending CROSS JOIN message ON message.seq = delivery.seq
            WHERE delivery.state = 'pending' AND delivery.destination = ?
            AND (delivery.kind = 'webhook' OR message.deliverAt IS NULL OR message.deliverAt <= ?)
            ORDER BY delivery.seq LIMIT 1
            """, [destination, now.milliseconds]
        ) { row in
            (
                seq: row[0] as Int64, kind: row[1] as String, target: try row.json(2), attempts: row[3] as Int64,
                nextAt: row.time(4)
            )
        }
        guard let found, let message = try message(seq: found.seq) else { return nil }
        let kind = MessageDestination.Kind(rawValue: found.kind) ?? .webhook
        return PendingDelivery(
            message: message,
            destination: MessageDestination(kind: kind, name: destination, target: found.target),
            attempts: found.attempts, nextAt: found.nextAt)
    }

    /// Stores the outcome of an attempt, unless the delivery has ended in the meantime. What it needed is forgotten with
    /// its end.
    ///
    /// - Parameter nextAt: When to try again, by the server's time.
    package func note(_ outcome: StoredDelivery, of message: Message, nextAt: Timestamp?) throws {
        // The message's ID as well: a project that was dropped and made again uses the same numbers.
        try run(
            """
            UPDATE delivery SET state = ?1, attempts = ?2, nextAt = ?3,
            lastError = COALESCE(?4, lastError),
            target = CASE WHEN ?1 = 'pending' THEN target END
            WHERE seq = ?5 AND destination = ?6 AND state = 'pending'
            AND EXISTS (SELECT 1 FROM message WHERE seq = ?5 AND id = ?7)
            """,
            [
                outcome.state.rawValue, outcome.attempts, nextAt?.milliseconds, outcome.lastError, message.seq,
                outcome.destination, message.id,
            ])
        effects.recordsChanged = true
    }

    /// The messages with their deliveries.
    func withDeliveries(_ messages: [Message]) throws -> [Message] {
        guard !messages.isEmpty else { return messages }
        let deliveries = try all(
            """
            SELECT delivery.seq, delivery.destination, delivery.state, delivery.attempts, delivery.lastError
            FROM json_each(?) CROSS JOIN delivery ON delivery.seq = json_each.value
            ORDER BY delivery.seq, delivery.destination
            """, [JSON.array(messages.map { .int($0.seq) }).text]
        ) { row in
            (
                seq: row[0] as Int64,
                delivery: StoredDelivery(
                    destination: row[1], state: StoredDelivery.State(rawValue: row[2]) ?? .failed, attempts: row[3],
                    lastError: row[4])
            )
        }
        guard !deliveries.isEmpty else { return messages }
        let bySeq = Dictionary(grouping: deliveries) { $0.seq }
        return messages.map { message in
            var message = message
            message.deliveries = (bySeq[message.seq] ?? []).map { $0.delivery }
            return message
        }
    }
}

/// How far the delivery of a message to one destination has come.
package struct StoredDelivery: Sendable, Equatable {
    package enum State: String, Sendable { case pending, delivered, failed }

    /// The destination's name.
    package var destination: String
    package var state: State
    package var attempts: Int64
    /// What went wrong in the last attempt that failed.
    package var lastError: String?

    package init(destination: String, state: State, attempts: Int64, lastError: String? = nil) {
        self.destination = destination
        self.state = state
        self.attempts = attempts
        self.lastError = lastError
    }
}

/// A delivery that is to be made next.
package struct PendingDelivery: Sendable, Equatable {
    package var message: Message
    package var destination: MessageDestination
    /// How many attempts have failed.
    package var attempts: Int64
    /// When to make the next attempt, by the server's time; `nil` for at once.
    package var nextAt: Timestamp?
}
