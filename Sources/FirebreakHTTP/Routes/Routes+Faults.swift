import FirebreakControl
import HTTPTypes

extension Route {
    /// Failures on demand (firebreak.md section 11).
    static let faults: [Route] = [
        control(.get, project + "/faults", "firebreak.projects.faults.list", ListFaults.self),
        // A fault's members are data: headers, and whatever the body is.
        control(.post, project + "/faults", "firebreak.projects.faults.add", AddFault.self).with {
            $0.keepsKeys = true
        },
        control(.delete, project + "/faults", "firebreak.projects.faults.clear", RemoveFaults.self),
        control(.delete, project + "/faults/{id}", "firebreak.projects.faults.remove", RemoveFault.self),
    ]
}
