import FirebreakControl
import FirebreakOperations
import FirebreakWire
import Foundation

/// The server's numbers in Prometheus' text form (firebreak.md section 4.7).
struct MetricsPage {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private var lines: [String] = []

    /// - Throws: Only storage errors, where the projects cannot be counted.
    init(_ control: ControlServices, _ information: ServerInformation) throws {
        let services = control.services
        let calls = control.calls.all
        gauge(
            "firebreak_info", "The version and the profile of this process.", 1,
            ["version": information.version, "profile": services.profile.rawValue])
        gauge(
            "firebreak_projects", "The projects of this process that were written to.",
            try services.projects.projects().count)
        family("firebreak_requests_total", "counter", "Requests that ended, by status; 0 without an answer.")
        for (area, counts) in calls {
            for (status, count) in counts.statuses.sorted(by: { $0.key < $1.key }) {
                sample("firebreak_requests_total", ["area": area.rawValue, "status": String(status)], String(count))
            }
        }
        family(
            "firebreak_request_duration_seconds", "histogram", "How long requests took that wait for nothing.")
        for (area, counts) in calls where counts.durations.contains(where: { $0 > 0 }) { histogram(area, counts) }
        process()
    }

    var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    private mutating func histogram(_ area: CallCounts.Area, _ counts: CallCounts.Counts) {
        let name = "firebreak_request_duration_seconds"
        var sum: UInt64 = 0
        let bounds = CallCounts.bounds.map { String(Double($0) / 1000) } + ["+Inf"]
        for (bound, count) in zip(bounds, counts.durations) {
            sum += count
            sample(name + "_bucket", ["area": area.rawValue, "le": bound], String(sum))
        }
        sample(name + "_sum", ["area": area.rawValue], String(counts.total / .seconds(1)))
        sample(name + "_count", ["area": area.rawValue], String(sum))
    }

    /// What the system knows of this process, under the names that all Prometheus clients give it.
    private mutating func process() {
        guard let usage = ProcessUsage() else { return }
        gauge("process_resident_memory_bytes", "Memory that the process occupies.", usage.residentBytes)
        gauge("process_open_fds", "File descriptors that the process has open.", usage.openDescriptors)
    }

    private mutating func gauge(_ name: String, _ help: String, _ value: Int, _ labels: [String: String] = [:]) {
        family(name, "gauge", help)
        sample(name, labels, String(value))
    }

    private mutating func family(_ name: String, _ type: String, _ help: String) {
        lines.append("# HELP \(name) \(help)")
        lines.append("# TYPE \(name) \(type)")
    }

    private mutating func sample(_ name: String, _ labels: [String: String], _ value: String) {
        let list = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
        lines.append(list.isEmpty ? "\(name) \(value)" : "\(name){\(list)} \(value)")
    }
}

/// What a process occupies; only Linux tells.
private struct ProcessUsage {
    var residentBytes: Int
    var openDescriptors: Int

    init?() {
        guard let resident = ResidentMemory.bytes,
            let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        else { return nil }
        residentBytes = resident
        openDescriptors = descriptors.count
    }
}
