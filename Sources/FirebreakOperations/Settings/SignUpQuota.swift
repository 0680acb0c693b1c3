import FirebreakStore
import FirebreakWire

/// How many accounts one network address may create in an hour: `quota.signUpQuotaConfig` (production.md section 15).
///
/// Production always has a limit, which this configuration changes for a while. Here there is a limit only for that
/// period. Hours are counted from its start by the project's clock, so that tests are deterministic.
struct SignUpQuota: Sendable, Equatable {
    /// Accounts per hour.
    private let limit: Int64
    private let start: Timestamp
    /// When the limit ends.
    private let end: Timestamp

    private static let hour: Int64 = 3_600_000

    /// - Returns: `nil` if no valid quota is configured.
    init?(_ config: JSON?) {
        guard let config = config?["signUpQuotaConfig"],
            let limit = config["quota"].flatMap(Self.integer),
            let start = config["startTime"]?.stringValue.flatMap(Timestamp.init(rfc3339:)),
            let duration = config["quotaDuration"]?.stringValue.flatMap(Self.milliseconds(ofDuration:))
        else { return nil }
        self.limit = limit
        self.start = start
        end = start.advanced(byMilliseconds: duration)
    }

    /// - Throws: `INVALID_ARGUMENT` naming the invalid member; a missing one is valid.
    static func check(_ config: JSON?) throws(WireError) {
        guard let config = config?["signUpQuotaConfig"] else { return }
        guard config["quota"].map({ integer($0) != nil || isUnlimited($0) }) ?? true else {
            throw .invalidArgument(member: "quota.sign_up_quota_config.quota", "must be a whole number from 0, or -1")
        }
        guard config["startTime"].map({ $0.stringValue.flatMap(Timestamp.init(rfc3339:)) != nil }) ?? true else {
            throw .invalidArgument(member: "quota.sign_up_quota_config.start_time", "must be an RFC 3339 time")
        }
        guard config["quotaDuration"].map({ $0.stringValue.flatMap(milliseconds(ofDuration:)) != nil }) ?? true else {
            throw .invalidArgument(
                member: "quota.sign_up_quota_config.quota_duration", "must be seconds, such as 3600s")
        }
    }

    /// Production accepts it (production.md section 15); here it limits nothing.
    private static func isUnlimited(_ value: JSON) -> Bool { value == "-1" || value == -1 }

    private static func integer(_ value: JSON) -> Int64? {
        (value.stringValue.flatMap(Int64.init) ?? value.integerValue).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// `3.5s`, the JSON form of a `Duration`, up to a hundred years.
    private static func milliseconds(ofDuration text: String) -> Int64? {
        guard let seconds = text.rest(beforeBytes: "s").flatMap({ Double($0) }), (0...3_153_600_000).contains(seconds)
        else {
            return nil
        }
        return Int64(seconds * 1000)
    }

    /// Counts an account created by an app.
    ///
    /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER` if the limit is reached.
    func count(_ call: OperationContext, _ tx: Transaction) throws {
        guard call.now >= start, call.now < end else { return }
        let hour = (call.now.milliseconds - start.milliseconds) / Self.hour
        var counted = try tx.setting(.signUps) ?? .emptyObject
        if counted["hour"]?.integerValue != hour { counted = ["hour": .int(hour)] }
        let address = call.client.ip ?? ""
        let count = counted[path: "accounts"]?[address]?.integerValue ?? 0
        guard count < limit else { throw WireError.tooManyAttempts.because(.setting(.signUpQuota)) }
        var accounts = counted["accounts"] ?? .emptyObject
        accounts[address] = .int(count + 1)
        counted["accounts"] = accounts
        try tx.set(.signUps, to: counted)
    }
}
