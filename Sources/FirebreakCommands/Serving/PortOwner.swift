import FirebreakWire
import Foundation

/// The process that listens on a port, as far as the system tells.
enum PortOwner {
    /// More processes are not looked at.
    private static let maximumProcesses = 20_000
    /// What a command line is cut to.
    private static let maximumCommand = 120

    /// Whether a server could listen on a port now.
    static func isFree(_ port: Int, at host: String) -> Bool {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICSERV | AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else { return false }
        defer { freeaddrinfo(found) }
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // As servers do, for which a port is free whose connections have just ended.
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        return bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 && listen(descriptor, 1) == 0
    }

    /// - Returns: Such as `process 4711 (node /usr/bin/firebase emulators:start)`; `nil` where the system does not tell:
    ///   it does on Linux, of processes of the same user.
    static func description(of port: Int) -> String? {
        let sockets = Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in listeners(on: port, table: table) })
        guard !sockets.isEmpty else { return nil }
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for process in processes.prefix(maximumProcesses) where Int32(digits: process) != nil {
            let directory = "/proc/\(process)/fd"
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            let isOwner = descriptors.contains { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\(name)")
                return target.map(sockets.contains) ?? false
            }
            if isOwner { return "process \(process)\(command(of: process).map { " (\($0))" } ?? "")" }
        }
        return nil
    }

    /// `socket:[12345]` for each line of a table whose local address has the port and which listens.
    static func listeners(on port: Int, in table: String) -> [String] {
        table.separated(by: "\n").compactMap { line in
            let columns = line.separated(by: " ")
            guard columns.count > 9, columns[3] == "0A", let hexadecimal = columns[1].parted(at: ":")?.after,
                Int(hexadecimal, radix: 16) == port
            else { return nil }
            return "socket:[\(columns[9])]"
        }
    }

    private static func listeners(on port: Int, table: String) -> [String] {
        // Such files have no size: they are read until they end.
        guard let file = FileHandle(forReadingAtPath: table), let data = try? file.readToEnd() else { return [] }
        return listeners(on: port, in: String(decoding: data, as: UTF8.self))
    }

    private static func command(of process: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/cmdline"), let data = try? file.readToEnd()
        else {
            return nil
        }
        let words = String(decoding: data, as: UTF8.self).separated(by: "\0").joined(separator: " ").visible
        return words.isEmpty ? nil : words.count > maximumCommand ? words.prefix(maximumCommand) + "…" : words
    }
}
