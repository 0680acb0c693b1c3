import FirebreakWire
import GRDB
import GRDBSQLite

// Statements of the library are bound, run and read here by SQLite's own functions: its rows look up the names of all
// columns first, and its arguments are values of their own. An account is read in 8 µs instead of 12, and a statement with
// eight values runs in 0.9 µs instead of 1.5; a look-up or a sign-in, which needs several of these, takes some 25 µs.

/// The current row of a query, read by position.
///
/// A value of another type than wanted is converted as SQLite does it; `NULL` becomes an empty text, 0 or `false` where
/// `nil` is not possible.
struct ResultRow {
    fileprivate let statement: SQLiteStatement

    subscript<Value: ColumnValue>(position: Int) -> Value { Value(statement, column: CInt(position)) }

    subscript<Value: ColumnValue>(position: Int) -> Value? {
        guard sqlite3_column_type(statement, CInt(position)) != SQLITE_NULL else { return nil }
        return Value(statement, column: CInt(position))
    }

    subscript(position: Int) -> String? { utf8(position).map { String(decoding: $0, as: UTF8.self) } }

    /// A text where it lies, valid until the next row or until it is read as something else; `nil` for `NULL`.
    func utf8(_ position: Int) -> UnsafeRawBufferPointer? {
        // The text first: asking for it may convert the value, which changes its length.
        guard let text = sqlite3_column_text(statement, CInt(position)) else { return nil }
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, CInt(position))))
    }

    /// A moment, stored as milliseconds since 1970.
    func time(_ position: Int) -> Timestamp? { (self[position] as Int64?).map(Timestamp.init(milliseconds:)) }

    /// See ``FreeText``.
    func freeText(_ position: Int) -> String? { (self[position] as String?).map(FreeText.read) }

    /// A value stored as JSON text, if there is one.
    ///
    /// - Throws: ``DamagedValue``
    func json(_ position: Int) throws(DamagedValue) -> JSON? {
        guard let text = self[position] as String? else { return nil }
        do throws(JSONSyntaxError) { return try JSON(parsing: text, keys: .stored) } catch {
            throw DamagedValue(cause: "a stored document is not JSON: \(error)")
        }
    }

    /// A value stored as JSON text in a column that always has one.
    ///
    /// - Throws: ``DamagedValue``
    func document(_ position: Int) throws(DamagedValue) -> JSON {
        guard let document = try json(position) else { throw DamagedValue(cause: "a stored document is missing") }
        return document
    }

    /// A text in a column that always has one.
    ///
    /// - Throws: ``DamagedValue``
    func text(_ position: Int) throws(DamagedValue) -> String {
        guard let text = self[position] as String? else { throw DamagedValue(cause: "a stored text is missing") }
        return text
    }

    /// A tenant; `nil` for the project itself, whose key is the empty text.
    func tenant(_ position: Int) -> TenantID? {
        let key: String = self[position]
        return key.isEmpty ? nil : TenantID(rawValue: key)
    }
}

/// A value that this product has not stored: the database is damaged. It becomes a ``StorageFailure`` with the
/// database's file.
struct DamagedValue: Error {
    /// For the log; without what was stored.
    let cause: String
}

/// What a column or a parameter of a statement can hold.
protocol ColumnValue: Sendable {
    /// The value in the current row.
    init(_ statement: SQLiteStatement, column: CInt)

    /// - Returns: SQLite's result code.
    func bind(to statement: SQLiteStatement, parameter: CInt) -> CInt
}

extension String: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) {
        self = ResultRow(statement: statement).utf8(Int(column)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func bind(to statement: SQLiteStatement, parameter: CInt) -> CInt {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // Without an address it would be NULL, which an empty text is not.
                guard let start = characters.baseAddress else {
                    return sqlite3_bind_text(statement, parameter, "", 0, copied)
                }
                return sqlite3_bind_text(statement, parameter, start, CInt(clamping: characters.count), copied)
            }
        }
    }
}

extension [UInt8]: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) {
        let blob = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        self.init(UnsafeRawBufferPointer(start: blob, count: count))
    }

    func bind(to statement: SQLiteStatement, parameter: CInt) -> CInt {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, parameter, 0) }
            return sqlite3_bind_blob(statement, parameter, start, CInt(clamping: bytes.count), copied)
        }
    }
}

extension Int64: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) { self = sqlite3_column_int64(statement, column) }

    func bind(to statement: SQLiteStatement, parameter: CInt) -> CInt {
        sqlite3_bind_int64(statement, parameter, self)
    }
}

extension Int: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) { self.init(Int64(statement, column: column)) }

    func bind(to statement: SQLiteStatement, parameter: CInt) -> CInt {
        Int64(self).bind(to: statement, parameter: parameter)
    }
}

extension Bool: ColumnValue {
    init(_ statement: SQLiteStatement, column: CInt) { self = Int64(statement, column: column) != 0 }

    func bind(to statement: SQLiteStatement, parameter: CInt) -> CInt {
        Int64(self ? 1 : 0).bind(to: statement, parameter: parameter)
    }
}

/// SQLite's `SQLITE_TRANSIENT`, a macro that Swift does not import: it copies what is bound.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// Binds values to the parameters of a statement, in their order.
private struct StatementParameters {
    let statement: SQLiteStatement
    private var count: CInt = 0
    private var firstError = SQLITE_OK

    init(statement: SQLiteStatement) { self.statement = statement }

    mutating func bind(_ value: (any ColumnValue)?) {
        count += 1
        guard let value, firstError == SQLITE_OK else { return }
        firstError = value.bind(to: statement, parameter: count)
    }

    /// SQLite's result code for all that was bound; an error as well if there are other parameters.
    var code: CInt {
        guard firstError == SQLITE_OK else { return firstError }
        return sqlite3_bind_parameter_count(statement) == count ? SQLITE_OK : SQLITE_RANGE
    }
}

extension Database {
    /// Runs a prepared statement.
    ///
    /// - Parameters:
    ///   - arguments: One for each parameter; `nil` is `NULL`.
    ///   - body: Gets the rows. It runs no statement with the same text, and returns whether it wants another row.
    func run(
        _ sql: String, _ arguments: [(any ColumnValue)?] = [], _ body: (ResultRow) throws -> Bool = { _ in true }
    ) throws {
        try run(sql, binding: { parameters in arguments.forEach { parameters.bind($0) } }, body)
    }

    /// - Parameter binding: Binds a value to each parameter.
    fileprivate func run(
        _ sql: String, binding: (inout StatementParameters) -> Void, _ body: (ResultRow) throws -> Bool
    ) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        defer {
            // Their errors are those of the last step.
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        var parameters = StatementParameters(statement: statement)
        binding(&parameters)
        var code = parameters.code
        while code == SQLITE_OK || code == SQLITE_ROW {
            code = sqlite3_step(statement)
            if code == SQLITE_ROW, try !body(ResultRow(statement: statement)) { return }
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
        }
    }
}

extension Transaction {
    /// Runs a prepared statement that returns nothing.
    func run(_ sql: String, _ arguments: [(any ColumnValue)?]) throws {
        try db.run(sql, arguments)
    }

    /// Runs a statement that ``StoredRecord/statement(_:into:first:)`` has made.
    ///
    /// The columns are bound one by one: an array of all took a tenth of the time of an import.
    func run<Record: StoredRecord>(_ sql: String, first: any ColumnValue, _ record: Record) throws {
        try db.run(
            sql,
            binding: { parameters in
                parameters.bind(first)
                for column in Record.Column.allCases { parameters.bind(record.value(of: column)) }
            }, { _ in true })
    }

    /// The first row of a prepared query, decoded.
    func first<Value>(
        _ sql: String, _ arguments: [(any ColumnValue)?], _ decode: (ResultRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try db.run(sql, arguments) { row in
            value = try decode(row)
            return false
        }
        return value
    }

    /// All rows of a prepared query, decoded.
    func all<Value>(
        _ sql: String, _ arguments: [(any ColumnValue)?], _ decode: (ResultRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(sql, arguments) { values.append(try decode($0)) }
        return values
    }

    /// Passes all rows of a prepared query to the body.
    ///
    /// - Parameters:
    ///   - goesOn: Whether another row is wanted after one.
    ///   - body: Runs no statement with the same text.
    /// - Throws: `CancellationError` if the caller no longer waits for them.
    func forEachRow(
        _ sql: String, _ arguments: [(any ColumnValue)?], while goesOn: () -> Bool = { true },
        _ body: (ResultRow) throws -> Void
    ) throws {
        var count = 0
        try db.run(sql, arguments) { row in
            count += 1
            if count.isMultiple(of: 100) { try Task.checkCancellation() }
            try body(row)
            return goesOn()
        }
    }
}

/// What is stored as a row of a table.
///
/// Queries, statements and the positions by which rows are read are all derived from the cases of ``Column``. Rows are
/// read by position because they are read for every request, and looking up names would dominate that.
protocol StoredRecord {
    /// The columns by name, in the order in which queries list them. The raw value is the position.
    associatedtype Column: CaseIterable, RawRepresentable<Int>

    /// Takes a column's value from a row.
    mutating func read(_ column: Column, _ row: ResultRow, _ position: Int) throws

    /// What a column holds; `nil` is `NULL`.
    func value(of column: Column) -> (any ColumnValue)?
}

extension StoredRecord {
    /// The columns as queries and statements list them. The names of cases are those that the compiler keeps for
    /// reflection.
    static func listColumns() -> String { Column.allCases.map { "\($0)" }.joined(separator: ", ") }

    /// Takes all values from a row.
    ///
    /// - Parameter first: The position of the first column.
    mutating func read(_ row: ResultRow, from first: Int = 0) throws {
        for column in Column.allCases { try read(column, row, first + column.rawValue) }
    }

    /// The statement that adds a row.
    ///
    /// - Parameters:
    ///   - verb: `INSERT` or `REPLACE`.
    ///   - first: A column before these.
    static func statement(_ verb: String, into table: String, first: String) -> String {
        let parameters = Array(repeating: "?", count: Column.allCases.count + 1).joined(separator: ", ")
        return "\(verb) INTO \(table) (\(first), \(listColumns())) VALUES (\(parameters))"
    }
}
