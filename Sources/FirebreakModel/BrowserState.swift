/// What a browser keeps of a person who is signed in to an app with the web SDK, in the form of Playwright's storage state
/// (`storageState`), to begin a test with instead of the form.
///
/// It is that of one origin: the person in IndexedDB or in `localStorage`, and nothing else.
public struct BrowserState: Codable, Sendable, Equatable {
    /// Always empty: the SDK keeps people elsewhere.
    public var cookies: [JSONValue]
    /// One.
    public var origins: [Origin]

    /// The state of some origins.
    public init(cookies: [JSONValue] = [], origins: [Origin]) {
        self.cookies = cookies
        self.origins = origins
    }

    /// Where a browser keeps the person.
    public enum Persistence: String, CaseIterable, Sendable {
        /// In IndexedDB, where the SDK looks first unless an app chooses another place. Playwright restores it from 1.51 on.
        case indexedDB
        /// In `localStorage`, for apps with `browserLocalPersistence`, and for tools that restore nothing else. An app that
        /// did not choose a place finds it there as well, and moves it to IndexedDB.
        case local
    }

    /// What a browser keeps for an origin.
    public struct Origin: Codable, Sendable, Equatable {
        /// Scheme, host and port of the app, such as `http://localhost:3000`.
        public var origin: String
        /// The entries of `localStorage`.
        public var localStorage: [Entry]
        /// The databases; `nil` for none.
        public var indexedDB: [Database]?

        /// The state of an origin.
        public init(_ origin: String, localStorage: [Entry] = [], indexedDB: [Database]? = nil) {
            self.origin = origin
            self.localStorage = localStorage
            self.indexedDB = indexedDB
        }
    }

    /// An entry of `localStorage`.
    public struct Entry: Codable, Sendable, Equatable {
        /// Its key.
        public var name: String
        /// Its text.
        public var value: String

        /// An entry.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A database of IndexedDB.
    public struct Database: Codable, Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Its version, from 1 on.
        public var version: Int
        /// Its object stores.
        public var stores: [Store]

        /// A database.
        public init(_ name: String, version: Int, stores: [Store]) {
            self.name = name
            self.version = version
            self.stores = stores
        }
    }

    /// An object store of a database, with keys within its records.
    public struct Store: Codable, Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Whether it makes keys itself.
        public var autoIncrement: Bool
        /// The member of a record that is its key.
        public var keyPath: String
        /// Its indexes; none.
        public var indexes: [JSONValue]
        /// Its records.
        public var records: [Record]

        /// A store.
        public init(
            _ name: String, keyPath: String, autoIncrement: Bool = false, indexes: [JSONValue] = [], records: [Record]
        ) {
            self.name = name
            self.autoIncrement = autoIncrement
            self.keyPath = keyPath
            self.indexes = indexes
            self.records = records
        }
    }

    /// A record of a store.
    public struct Record: Codable, Sendable, Equatable {
        /// All of it, its key included.
        public var value: JSONValue

        /// A record.
        public init(_ value: JSONValue) { self.value = value }
    }
}
