import FirebreakCredentials
import FirebreakWire

/// Game Center's signed statement about a player for an app's server (GKLocalPlayer, `fetchItems`).
struct GameCenterStatement: Sendable {
    /// The ID by which the account is found.
    let playerID: String
    /// The statement is about one of the player's IDs, depending on the app's age.
    private let signedIDs: [String]
    private let bundleID: String?
    /// Milliseconds since 1970.
    private let timestamp: UInt64
    private let salt: [UInt8]
    private let signature: [UInt8]

    /// - Throws: `INVALID_IDP_RESPONSE` naming what is missing or malformed.
    init(_ request: SignInWithGameCenter.Request, _ call: OperationContext) throws(WireError) {
        func required(_ value: String?, _ name: String) throws(WireError) -> String {
            guard let value = value?.nonEmpty else { throw .invalidGameCenterResponse("\(name) is missing.") }
            return value
        }
        playerID = try required(Self.identity(of: request, call.profile), "playerId")
        signedIDs = [request.playerId, request.teamPlayerId].compactMap { $0?.nonEmpty }
        let keyURL = try required(request.publicKeyUrl, "publicKeyUrl")
        guard AbsoluteURL(keyURL)?.isWeb == true else {
            throw .invalidGameCenterResponse("publicKeyUrl is not a URL.")
        }
        guard let salt = Base64.decode(try required(request.salt, "salt")) else {
            throw .invalidGameCenterResponse("salt is not base64.")
        }
        guard let signature = Base64.decode(try required(request.signature, "signature")) else {
            throw .invalidGameCenterResponse("signature is not base64.")
        }
        guard let timestamp = UInt64(try required(request.timestamp, "timestamp")) else {
            throw .invalidGameCenterResponse("timestamp is not a number of milliseconds.")
        }
        self.salt = salt
        self.signature = signature
        self.timestamp = timestamp
        bundleID = call.client.bundleID?.nonEmpty
    }

    /// `playerId`. Current apps send an empty one; their players are known by the IDs of team and game (tenants-config.md
    /// B5).
    private static func identity(of request: SignInWithGameCenter.Request, _ profile: Profile) -> String? {
        guard !profile.isReference, request.playerId?.isEmpty == true else { return request.playerId }
        return request.teamPlayerId?.nonEmpty ?? request.gamePlayerId
    }

    /// Checks the signature with the given keys; nothing is fetched from `publicKeyUrl`.
    ///
    /// - Throws: `MISSING_IOS_BUNDLE_ID`, `INVALID_IDP_RESPONSE`
    func verify(with keys: KeySet) throws(WireError) {
        guard let bundleID else { throw .missingIOSBundleID }
        let isSigned = signedIDs.contains { player in
            let time = withUnsafeBytes(of: timestamp.bigEndian) { Array($0) }
            return keys.verifies(rsaSHA256: signature, of: Array(player.utf8) + Array(bundleID.utf8) + time + salt)
        }
        guard isSigned else { throw .invalidGameCenterResponse("The signature of Game Center does not match.") }
    }
}
