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

    /// The arguments of such a statement.
    func values(first: any ColumnValue) -> [(any ColumnValue)?] {
        var values: [(any ColumnValue)?] = [first]
        values.reserveCapacity(Column.allCases.count + 1)
        for column in Column.allCases { values.append(value(of: column)) }
        return values
    }
}
