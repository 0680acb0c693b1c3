package import FirebreakWire
import GRDB

extension Transaction {
    /// The ID of password hash settings, which are stored if they are new.
    ///
    /// - Parameter document: Equal settings must have equal texts.
    package func hashSettingsID(storing document: JSON) throws -> Int64 {
        if let id = try hashSettingsID(document) { return id }
        try run("INSERT INTO hashSettings (document) VALUES (?)", [document.text])
        return db.lastInsertedRowID
    }

    /// The ID of password hash settings; `nil` if no account ever had them.
    package func hashSettingsID(_ document: JSON) throws -> Int64? {
        try first("SELECT id FROM hashSettings WHERE document = ?", [document.text]) { $0[0] }
    }

    /// The settings that password hashes of the project were stored with last, the latest first.
    package func latestHashSettings(_ limit: Int) throws -> [JSON] {
        try all("SELECT document FROM hashSettings ORDER BY id DESC LIMIT ?", [limit]) { try $0.document(0) }
    }

    /// Password hash settings by the ID that an account has.
    package func hashSettings(_ id: Int64) throws -> JSON? {
        try first("SELECT document FROM hashSettings WHERE id = ?", [id]) {
            try $0.document(0)
        }
    }
}
