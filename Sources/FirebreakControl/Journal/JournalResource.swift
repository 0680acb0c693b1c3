package import FirebreakModel
import FirebreakOperations
import FirebreakWire

/// Shows calls as the control API does: parsed, and without their secrets (firebreak.md section 12).
package struct JournalResource: Sendable {
    package init() {}

    package func record(_ entry: JournalEntry) -> JournalRecord {
        let content = entry.call.content
        let (seconds, attoseconds) = content.duration.components
        return JournalRecord(
            id: entry.id, seq: entry.seq, project: entry.project?.rawValue, at: content.began.rfc3339,
            method: content.method, path: content.path, status: content.status,
            durationMicroseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000,
            messages: content.record.messages)
    }
}
