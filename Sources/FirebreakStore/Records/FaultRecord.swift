package import FirebreakWire
import GRDB

/// A fault as it is stored: its definition, which its target reads, and how often it has acted.
package struct FaultRecord: Sendable, Equatable {
    package var id: String
    package var definition: JSON
    /// How many calls or messages it has taken.
    package var hits: Int64 = 0
    /// How many it still takes; `nil` for all.
    package var left: Int64?
    /// How many it lets through before.
    package var skips: Int64

    package init(id: String, definition: JSON, left: Int64?, skips: Int64) {
        self.id = id
        self.definition = definition
        self.left = left
        self.skips = skips
    }

    fileprivate init(row: ResultRow) throws {
        id = row[0]
        definition = try row.document(1)
        hits = row[2]
        left = row[3]
        skips = row[4]
    }
}

extension Transaction {
    private static let columns = "id, definition, hits, \"left\", skips"

    /// All faults of the project, oldest first.
    package func faults() throws -> [FaultRecord] {
        // With a condition, because every query uses an index.
        try all("SELECT \(Self.columns) FROM fault WHERE seq > ? ORDER BY seq", [0], FaultRecord.init(row:))
    }

    package func fault(id: String) throws -> FaultRecord? {
        try first("SELECT \(Self.columns) FROM fault WHERE id = ?", [id], FaultRecord.init(row:))
    }

    /// Adds a fault that is younger than all others.
    package func insert(_ fault: FaultRecord) throws {
        try run(
            "INSERT INTO fault (id, definition, hits, \"left\", skips) VALUES (?, ?, ?, ?, ?)",
            [fault.id, fault.definition.text, fault.hits, fault.left, fault.skips])
        effects.faultsChanged = true
        noteChangedSettings()
    }

    /// - Returns: Whether it existed.
    package func removeFault(id: String) throws -> Bool {
        try run("DELETE FROM fault WHERE id = ?", [id])
        guard db.changesCount > 0 else { return false }
        effects.faultsChanged = true
        noteChangedSettings()
        return true
    }

    /// - Returns: How many there were.
    @discardableResult
    package func removeFaults() throws -> Int {
        try run("DELETE FROM fault", [])
        let count = db.changesCount
        guard count > 0 else { return 0 }
        effects.faultsChanged = true
        noteChangedSettings()
        return count
    }

    /// Counts a call or message that the fault takes. The settings stay as they are: a fault is in them only with its
    /// definition.
    package func noteHit(ofFault id: String) throws {
        effects.faultsChanged = true
        try run("UPDATE fault SET hits = hits + 1, \"left\" = \"left\" - 1 WHERE id = ?", [id])
    }

    /// Counts a call or message that the fault lets through.
    package func noteSkip(ofFault id: String) throws {
        effects.faultsChanged = true
        try run("UPDATE fault SET skips = skips - 1 WHERE id = ?", [id])
    }
}
