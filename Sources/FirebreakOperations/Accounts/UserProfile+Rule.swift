import FirebreakWire

extension UserProfile {
    /// - Throws: For a name of more than 256 UTF-16 units or a URL of more than 2,048, outside profile `emulator`
    ///   (production.md section 9).
    func check(_ profile: Profile) throws(WireError) {
        guard profile.behavior.enforcesLimits else { return }
        guard Limit.displayName.allows(displayName ?? "") else { throw .displayNameTooLong }
        guard Limit.photoURL.allows(photoURL ?? "") else { throw .photoURLTooLong }
    }
}
