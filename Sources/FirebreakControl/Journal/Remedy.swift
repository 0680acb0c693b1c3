import FirebreakOperations
import FirebreakStore
package import FirebreakWire
import Synchronization

/// A part of what a project stores, which the request of an explanation changes.
package enum StoredPart: Sendable, Equatable {
    /// A member of the configuration, by its path with points.
    case config(path: String)
    case rule(String)
    case clock
    /// A member of a tenant, or without a path whether there is such a tenant.
    case tenant(TenantID, path: String?)
    case provider(collection: String, id: String, tenant: TenantID?, path: String)
    case fault(String)
}

/// A change that an explanation asked for and that was made, with what was stored before and after it: what an undo
/// puts back, and what it compares before it does.
package struct Remedy: Sendable {
    private struct Piece: Sendable {
        var part: StoredPart
        var before: JSON?
        var after: JSON?
    }

    private let pieces: [Piece]

    /// Makes a change.
    ///
    /// - Parameter perform: Sends the request of the change.
    /// - Returns: `nil` if nothing is different after it.
    package init?(_ parts: [StoredPart], _ call: ControlCall, perform: () async throws -> Void) async throws {
        let before = try await Self.read(parts, call)
        try await perform()
        let after = try await Self.read(parts, call)
        pieces = zip(parts, zip(before, after)).map { Piece(part: $0, before: $1.0, after: $1.1) }
            .filter { $0.before != $0.after }
        if pieces.isEmpty { return nil }
    }

    private static func read(_ parts: [StoredPart], _ call: ControlCall) async throws -> [JSON?] {
        try await call.project.read { tx in try parts.map { try $0.read(tx) } }
    }

    /// Puts back what was there before.
    ///
    /// - Throws: `FAILED_PRECONDITION` if any of it has been changed since; nothing is put back then.
    package func undo(_ call: ControlCall) async throws {
        try await call.project.write(at: call.now) { tx in
            for piece in pieces.reversed() {
                try piece.part.write(piece.part.restored(piece.part.read(tx), from: piece.after, to: piece.before), tx)
            }
        }
        // Messages that a fault delays follow the clock.
        call.services.wakeDeliveries(of: call.project.id, call.settings.rules)
    }
}

extension StoredPart {
    /// What is stored of it now; `nil` where it is as by default, or not there.
    package func stored(_ call: ControlCall) async throws -> JSON? {
        try await call.project.read { tx in try read(tx)?.value(at: path[...]) }
    }

    /// What sentences call it.
    fileprivate var name: String {
        switch self {
        case .config(let path), .rule(let path), .tenant(_, let path?), .provider(_, _, _, let path): "`\(path)`"
        case .clock: "The clock"
        case .tenant(let id, nil): "The tenant \(id.rawValue.onOneLine)"
        case .fault(let id): "The fault \(id)"
        }
    }

    /// The path within what ``read(_:)`` returns.
    private var path: [String] {
        switch self {
        case .config(let path), .tenant(_, let path?), .provider(_, _, _, let path):
            path.separated(by: ".").map(String.init)
        case .rule(let name): [name]
        case .clock, .tenant(_, nil), .fault: []
        }
    }

    /// The whole document that the part is in: a change of one member stores others as well, which were as by default.
    fileprivate func read(_ tx: Transaction) throws -> JSON? {
        switch self {
        case .config: return try tx.setting(.config)
        case .rule: return try tx.setting(.rules)
        case .clock: return try tx.setting(.clock)
        case .tenant(let id, let path):
            guard let record = try tx.tenantRecord(id) else { return nil }
            return path == nil ? ["document": record.document, "deleted": .bool(record.isDeleted)] : record.document
        case .provider(let collection, let id, let tenant, _):
            return try tx.scoped(to: tenant).providerConfig(collection, id: id)?.document
        case .fault(let id):
            guard let fault = try tx.fault(id: id) else { return nil }
            return [
                "definition": fault.definition, "hits": .int(fault.hits), "left": fault.left.map(JSON.int) ?? .null,
                "skips": .int(fault.skips),
            ]
        }
    }

    /// What is to be stored for an undo: all of the document where nothing else in it has changed, else only what the
    /// change was about.
    ///
    /// - Throws: `FAILED_PRECONDITION` if that has changed.
    fileprivate func restored(
        _ now: JSON?, from after: JSON?, to before: JSON?
    ) throws(WireError) -> JSON? {
        if now == after { return before }
        guard !path.isEmpty, var value = now, value.value(at: path[...]) == after?.value(at: path[...]) else {
            throw .failedPrecondition("\(name) was changed once more since then, so that it was left as it is now.")
        }
        value.replace(before?.value(at: path[...]), at: path[...])
        return value
    }

    fileprivate func write(_ value: JSON?, _ tx: Transaction) throws {
        switch self {
        case .config: try set(.config, to: value, tx)
        case .rule: try set(.rules, to: value, tx)
        case .clock: try set(.clock, to: value, tx)
        case .tenant(let id, _?):
            guard var record = try tx.tenantRecord(id) else { return }
            record.document = value ?? .emptyObject
            try tx.save(record)
        case .tenant(let id, nil): try restoreTenant(id, value, tx)
        case .provider(let collection, let id, let tenant, _):
            let scoped = tx.scoped(to: tenant)
            guard let value, var record = try scoped.providerConfig(collection, id: id) else { return }
            record.document = value
            try scoped.save(record, in: collection)
        case .fault(let id):
            _ = try tx.removeFault(id: id)
            guard let value, let definition = value["definition"] else { return }
            var fault = FaultRecord(
                id: id, definition: definition, left: value["left"]?.integerValue,
                skips: value["skips"]?.integerValue ?? 0)
            fault.hits = value["hits"]?.integerValue ?? 0
            try tx.insert(fault)
        }
    }

    private func set(_ setting: Setting, to value: JSON?, _ tx: Transaction) throws {
        if let value { try tx.set(setting, to: value) } else { try tx.clear(setting) }
    }

    private func restoreTenant(_ id: TenantID, _ value: JSON?, _ tx: Transaction) throws {
        guard try tx.scoped(to: id).accountCount() == 0 else {
            throw WireError.failedPrecondition(
                "The tenant \(id.rawValue.onOneLine) has accounts by now, so that it was left as it is. Delete it in "
                    + "the settings to lose them.")
        }
        guard let value, let document = value["document"] else { return try tx.forgetTenant(id) }
        var record = TenantRecord(id: id, document: document)
        record.isDeleted = value["deleted"] == true
        try tx.save(record)
    }
}

extension JSON {
    fileprivate func value(at path: ArraySlice<String>) -> JSON? {
        guard let name = path.first else { return self }
        return self[name]?.value(at: path.dropFirst())
    }

    /// Sets or removes a value deep inside; objects on the way are made for a value alone.
    fileprivate mutating func replace(_ value: JSON?, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        guard path.count > 1 else { return self[name] = value }
        guard var member = self[name] ?? (value == nil ? JSON?.none : .emptyObject) else { return }
        member.replace(value, at: path.dropFirst())
        self[name] = member
    }
}

/// What was mended and can be put back, by the page where that was done, until the server ends.
package final class Remedies: Sendable {
    private struct Entry: Sendable {
        var project: ProjectID
        var page: String
        var remedy: Remedy
    }

    /// Older ones can not be put back any more.
    private static let maximum = 100

    private let entries = Mutex<[Entry]>([])

    init() {}

    /// - Parameter page: The path of the page within its project, such as `requests/7`.
    package func keep(_ remedy: Remedy, of page: String, in project: ProjectID) {
        entries.withLock { entries in
            entries.removeAll { $0.project == project && $0.page == page }
            entries.append(Entry(project: project, page: page, remedy: remedy))
            if entries.count > Self.maximum { entries.removeFirst() }
        }
    }

    package func remedy(of page: String, in project: ProjectID) -> Remedy? {
        entries.withLock { $0.first { $0.project == project && $0.page == page }?.remedy }
    }

    package func forget(_ page: String, in project: ProjectID) {
        entries.withLock { $0.removeAll { $0.project == project && $0.page == page } }
    }

    func forget(_ project: ProjectID) { entries.withLock { $0.removeAll { $0.project == project } } }
}
