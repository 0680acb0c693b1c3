import FirebreakWire

/// Where the paths are served: by this emulator, and by Google where it serves them too.
struct ServerList {
    /// Scheme and authority of this server.
    let emulator: String

    /// The `servers` of a path: with Google's `host`, or of the emulator's own.
    func list(for host: String?) -> JSON {
        let here: JSON = [
            "url": .string("{EMULATOR}" + (host.map { "/" + $0 } ?? "")),
            "description": "This emulator",
            "variables": ["EMULATOR": ["default": .string(emulator), "description": "The address of this emulator"]],
        ]
        guard let host else { return [here] }
        return [here, ["url": .string("https://" + host), "description": "Google"]]
    }
}
