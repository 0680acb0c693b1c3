import GRDB
import Testing

@testable import FirebreakStore

struct ResultRowTests {
    private static func values<Value>(
        _ sql: String, _ arguments: [(any ColumnValue)?] = [], _ decode: (ResultRow) throws -> Value
    ) throws -> [Value] {
        try DatabaseQueue().write { db in
            var values: [Value] = []
            try db.run(sql, arguments) { row in
                values.append(try decode(row))
                return true
            }
            return values
        }
    }

    @Test func `what is bound is read back`() throws {
        let text = "ä\0z"
        #expect(try Self.values("SELECT ?", [text]) { $0[0] as String? } == [text])
        #expect(try Self.values("SELECT ?", [""]) { $0[0] as String? } == [""])
        #expect(try Self.values("SELECT ?", [Int64.min]) { $0[0] as Int64? } == [.min])
        #expect(try Self.values("SELECT ?", [Int.max]) { $0[0] as Int? } == [.max])
        #expect(try Self.values("SELECT ?", [true]) { $0[0] as Bool? } == [true])
        #expect(try Self.values("SELECT ?", [[0, 255] as [UInt8]]) { $0[0] as [UInt8]? } == [[0, 255]])
        #expect(try Self.values("SELECT ?", [[] as [UInt8]]) { $0[0] as [UInt8]? } == [[]])
        #expect(
            try Self.values("SELECT typeof(?), typeof(?)", [1, nil]) { "\($0[0] as String) \($0[1] as String)" } == [
                "integer null"
            ])
    }

    @Test func `NULL is nothing, or empty where something is wanted`() throws {
        #expect(try Self.values("SELECT NULL") { $0[0] as String? } == [nil])
        #expect(try Self.values("SELECT NULL") { $0[0] as String } == [""])
        #expect(try Self.values("SELECT NULL") { $0[0] as [UInt8] } == [[]])
        #expect(try Self.values("SELECT NULL") { $0[0] as Int } == [0])
        #expect(try Self.values("SELECT NULL") { $0[0] as Bool } == [false])
    }

    @Test func `a value of another type is converted, and a position that is not there is empty`() throws {
        #expect(try Self.values("SELECT 12") { $0[0] as String } == ["12"])
        #expect(try Self.values("SELECT 'twelve'") { $0[0] as Int64 } == [0])
        #expect(try Self.values("SELECT 1") { $0[5] as String? } == [nil])
    }

    @Test(arguments: [[], [1, 2]])
    func `each parameter needs an argument`(arguments: [Int]) {
        #expect(throws: DatabaseError.self) { try Self.values("SELECT ?", arguments) { $0[0] as Int } }
    }

    @Test func `after an error the same statement can be run again`() throws {
        struct Stop: Error {}
        try DatabaseQueue().write { db in
            let sql = "SELECT ? UNION SELECT 2"
            #expect(throws: Stop.self) { try db.run(sql, [1]) { _ in throw Stop() } }
            var seen: [Int] = []
            try db.run(sql, [3]) { row in
                seen.append(row[0])
                return true
            }
            #expect(seen == [2, 3])
        }
    }

    @Test func `an error of a statement is told with its code`() throws {
        try DatabaseQueue().write { db in
            try db.run("CREATE TABLE t (a UNIQUE)")
            try db.run("INSERT INTO t VALUES (?)", [1])
            let error = #expect(throws: DatabaseError.self) { try db.run("INSERT INTO t VALUES (?)", [1]) }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
        }
    }
}
