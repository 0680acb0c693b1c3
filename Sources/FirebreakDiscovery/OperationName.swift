/// The names by which faults and the journal know operations (firebreak.md section 11): the ID of the route without
/// `identitytoolkit.`, `projects.` and `tenants.`, so that one name stands for the forms of an operation in projects,
/// tenants and v3.
package enum OperationName {
    /// All of them, sorted. A test compares them with the route table.
    package static let all: [String] = [
        "accounts.batchCreate",
        "accounts.batchDelete",
        "accounts.batchGet",
        "accounts.createAuthUri",
        "accounts.delete",
        "accounts.issueSamlResponse",
        "accounts.lookup",
        "accounts.mfaEnrollment.finalize",
        "accounts.mfaEnrollment.start",
        "accounts.mfaEnrollment.withdraw",
        "accounts.mfaSignIn.finalize",
        "accounts.mfaSignIn.start",
        "accounts.passkeyEnrollment.finalize",
        "accounts.passkeyEnrollment.start",
        "accounts.passkeySignIn.finalize",
        "accounts.passkeySignIn.start",
        "accounts.query",
        "accounts.resetPassword",
        "accounts.revokeToken",
        "accounts.sendOobCode",
        "accounts.sendVerificationCode",
        "accounts.signInWithCustomToken",
        "accounts.signInWithEmailLink",
        "accounts.signInWithGameCenter",
        "accounts.signInWithIdp",
        "accounts.signInWithPassword",
        "accounts.signInWithPhoneNumber",
        "accounts.signUp",
        "accounts.update",
        "accounts.verifyIosClient",
        "createSessionCookie",
        "defaultSupportedIdpConfigs.create",
        "defaultSupportedIdpConfigs.delete",
        "defaultSupportedIdpConfigs.get",
        "defaultSupportedIdpConfigs.list",
        "defaultSupportedIdpConfigs.patch",
        "defaultSupportedIdps.list",
        "emulator.accounts.delete",
        "emulator.config.get",
        "emulator.config.update",
        "emulator.oobCodes.list",
        "emulator.verificationCodes.list",
        "getConfig",
        "getPasswordPolicy",
        "getProjects",
        "getPublicKeys",
        "getRecaptchaConfig",
        "getRecaptchaParams",
        "getSessionCookiePublicKeys",
        "identityPlatform.initializeAuth",
        "inboundSamlConfigs.create",
        "inboundSamlConfigs.delete",
        "inboundSamlConfigs.get",
        "inboundSamlConfigs.list",
        "inboundSamlConfigs.patch",
        "keys.certificates",
        "keys.idTokenIssuer",
        "keys.jwks",
        "keys.sessionCookieIssuer",
        "oauthIdpConfigs.create",
        "oauthIdpConfigs.delete",
        "oauthIdpConfigs.get",
        "oauthIdpConfigs.list",
        "oauthIdpConfigs.patch",
        "pages.action",
        "pages.handler",
        "pages.iframe",
        "pages.links",
        "pages.openapi",
        "pages.status",
        "setProjectConfig",
        "signOutUser",
        "tenants.create",
        "tenants.delete",
        "tenants.get",
        "tenants.getIamPolicy",
        "tenants.list",
        "tenants.patch",
        "tenants.setIamPolicy",
        "tenants.testIamPermissions",
        "token",
        "updateConfig",
    ]

    /// The name of a route's operation.
    ///
    /// - Parameter id: The route's operation ID; of an alias, that of the method behind it.
    package static func canonical(_ id: String) -> String {
        if let page = pages[id] { return page }
        var parts = id.utf8.split(separator: UInt8(ascii: ".")).map(Substring.init).filter { !prefixes.contains($0) }
        // The tenant is where an operation applies, unless the operation is about the tenant itself.
        if let place = parts.firstIndex(of: "tenants"), isOfTenant(parts[(place + 1)...]) { parts.remove(at: place) }
        let name = parts.joined(separator: ".")
        return others[name] ?? name
    }

    private static let prefixes: Set<Substring> = ["identitytoolkit", "securetoken", "relyingparty", "projects"]

    private static func isOfTenant(_ rest: ArraySlice<Substring>) -> Bool {
        rest.count > 1 || rest.first == "accounts" || rest.first == "createSessionCookie"
    }

    private static let pages = [
        "emulator.action": "pages.action", "emulator.auth.action": "pages.action",
        "emulator.auth.handler": "pages.handler", "emulator.auth.hosting.handler": "pages.handler",
        "emulator.auth.hosting.iframe": "pages.iframe", "emulator.auth.iframe": "pages.iframe",
        "emulator.auth.links": "pages.links", "emulator.openapi": "pages.openapi", "emulator.status": "pages.status",
    ]

    /// Operations whose ID says less than their name, or that have two.
    private static let others = [
        "accounts": "accounts.signUp", "downloadAccount": "accounts.batchGet", "queryAccounts": "accounts.query",
        "uploadAccount": "accounts.batchCreate",
    ]
}
