/// The methods of a project's clock.
package enum ClockAPI {
    package static let get = Endpoint<NoMembers, ClockState>(
        "clock.get", .get, "/clock", "Reads the project's clock.")
    package static let advance = Endpoint<AdvanceClockRequest, ClockState>(
        "clock.advance", .post, "/clock:advance", "Moves the clock forward.")
    package static let set = Endpoint<SetClockRequest, ClockState>(
        "clock.set", .post, "/clock:set", "Sets the clock.")
    package static let freeze = Endpoint<NoMembers, ClockState>(
        "clock.freeze", .post, "/clock:freeze", "Stops the clock.")
    package static let resume = Endpoint<NoMembers, ClockState>(
        "clock.resume", .post, "/clock:resume", "Lets the clock run on from where it stands.")
}

/// How far a clock is moved.
package struct AdvanceClockRequest: APIMessage {
    package var by: String?

    package init(by: String?) { self.by = by }

    package static let notes: JSONValue = [
        "by": ["description": "Such as `90s`, `61m`, `6h1m`, `2d` or `500ms`.", "required": true]
    ]
}

/// The time that a clock is to show.
package struct SetClockRequest: APIMessage {
    package var to: String?
    package var frozen: Bool?

    package init(to: String?, frozen: Bool? = nil) {
        self.to = to
        self.frozen = frozen
    }

    package static let notes: JSONValue = [
        "to": ["description": "A time in RFC 3339, or `now` for the server's.", "required": true],
        "frozen": "By default, it stays stopped or running as before, and runs after `now`.",
    ]
}

/// A project's clock.
public struct ClockState: Codable, Sendable, Equatable {
    /// The time it shows: RFC 3339 with milliseconds.
    public var now: String
    /// Milliseconds ahead of the server's clock; of a stopped clock, at the moment it was stopped.
    public var offset: Int64
    /// Whether it is stopped.
    public var frozen: Bool

    /// A clock that shows a time.
    public init(now: String, offset: Int64, frozen: Bool) {
        self.now = now
        self.offset = offset
        self.frozen = frozen
    }
}

extension ClockState: APIMessage {
    package static let notes: JSONValue = [
        "now": ["format": "date-time"],
        "offset": "Milliseconds ahead of the server's clock, or when it was stopped.",
    ]
}
