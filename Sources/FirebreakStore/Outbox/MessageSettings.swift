package import FirebreakWire
import GRDB

/// What the texts of messages say beyond the messages' own members, the same for all messages of a project until it is
/// changed: a document that says it, of which the store knows no more.
package struct MessageSettings: Sendable, Equatable {
    package let document: JSON
    /// As it is stored.
    fileprivate let text: String

    package init(_ document: JSON) {
        self.document = document
        text = document.text
    }

    /// Texts that are the same one in memory are compared in no time.
    package static func == (left: MessageSettings, right: MessageSettings) -> Bool { left.text == right.text }
}

/// Settings with the row that they are stored in.
struct StoredMessageSettings: Sendable {
    var settings: MessageSettings
    var id: Int64
}

/// A message refers to the settings that it was sent with, so that its texts stay as they were.
extension Transaction {
    /// The row of the settings of a message that is stored, added where it is not that of the last one.
    func messageSettingsID(_ settings: MessageSettings) throws -> Int64 {
        if let last = lastMessageSettings, last.settings == settings { return last.id }
        let known = try first("SELECT id FROM messageSettings WHERE document = ?", [settings.text]) { $0[0] as Int64 }
        if known == nil { try run("INSERT INTO messageSettings (document) VALUES (?)", [settings.text]) }
        let id = known ?? db.lastInsertedRowID
        lastMessageSettings = StoredMessageSettings(settings: settings, id: id)
        return id
    }

    /// The messages with their settings.
    func withSettings(_ messages: [Message]) throws -> [Message] {
        var settings: [Int64: MessageSettings] = [:]
        for id in Set(messages.compactMap(\.settingsID)) {
            settings[id] = try first("SELECT document FROM messageSettings WHERE id = ?", [id]) { row in
                MessageSettings(try row.document(0))
            }
        }
        return messages.map { message in
            var message = message
            message.settings = message.settingsID.flatMap { settings[$0] }
            return message
        }
    }

    /// To be called after messages were removed from the outbox.
    func removeUnusedMessageSettings() throws {
        lastMessageSettings = nil
        try run(
            "DELETE FROM messageSettings WHERE id NOT IN (SELECT settings FROM message WHERE settings IS NOT NULL)", [])
    }
}
