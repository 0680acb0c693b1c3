/// The columns of a table and the corresponding parts of a record.
///
/// Queries, statements and the positions by which rows are read are all derived from this list. Rows are read by
/// position because they are read for every request, and looking up names would dominate that.
struct RecordColumns<Record>: Sendable {
    struct Column: Sendable {
        typealias Reading = @Sendable (_ record: inout Record, _ row: ResultRow, _ position: Int) throws -> Void
        typealias Writing = @Sendable (_ record: Record) -> (any ColumnValue)?

        let name: String
        let read: Reading
        let value: Writing

        init(_ name: String, _ read: @escaping Reading, _ value: @escaping Writing) {
            self.name = name
            self.read = read
            self.value = value
        }
    }

    let columns: [Column]
    /// As queries and statements list them.
    let names: String

    init(_ columns: [Column]) {
        self.columns = columns
        names = columns.map(\.name).joined(separator: ", ")
    }

    /// Fills a record from a row.
    ///
    /// - Parameter first: The position of the first of these columns.
    func read(_ row: ResultRow, from first: Int = 0, into record: inout Record) throws {
        var position = first
        for column in columns {
            try column.read(&record, row, position)
            position += 1
        }
    }

    /// The statement that adds a row.
    ///
    /// - Parameters:
    ///   - verb: `INSERT` or `REPLACE`.
    ///   - first: A column before these.
    func statement(_ verb: String, into table: String, first: String) -> String {
        let parameters = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
        return "\(verb) INTO \(table) (\(first), \(names)) VALUES (\(parameters))"
    }

    /// The arguments of such a statement.
    func values(of record: Record, first: any ColumnValue) -> [(any ColumnValue)?] {
        var values: [(any ColumnValue)?] = [first]
        values.reserveCapacity(columns.count + 1)
        for column in columns { values.append(column.value(record)) }
        return values
    }
}
