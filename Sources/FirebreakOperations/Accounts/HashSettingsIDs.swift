import FirebreakCredentials
package import FirebreakStore
import FirebreakWire

/// IDs of hash settings in the store, looked up once for all rows of an import.
package struct HashSettingsIDs {
    private var known: [(settings: PasswordHashSettings, id: Int64)] = []

    package init() {}

    package mutating func id(of password: HashedPassword, _ tx: Transaction) throws -> Int64? {
        guard let settings = password.settings else { return nil }
        if let known = known.first(where: { $0.settings == settings }) { return known.id }
        let id = try tx.hashSettingsID(storing: settings.document)
        known.append((settings, id))
        return id
    }
}
