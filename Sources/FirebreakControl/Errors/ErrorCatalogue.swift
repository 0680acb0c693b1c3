import FirebreakOperations
package import FirebreakWire

/// Every error that clients can get, area by area.
package enum ErrorCatalogue {
    package static let all: [WireError] = lists.flatMap(\.self)

    /// Each in the order of codes.
    package static let lists: [[WireError]] = [
        WireError.requestErrors, WireError.parameterErrors, WireError.callerErrors, WireError.serviceErrors,
        WireError.accountErrors,
        WireError.passwordErrors, WireError.passwordHashErrors, WireError.tokenErrors, WireError.actionCodeErrors,
        WireError.identityProviderErrors, WireError.providerTokenErrors, WireError.samlErrors,
        WireError.providerConfigurationErrors, WireError.phoneErrors, WireError.secondFactorErrors,
        WireError.passkeyErrors, WireError.tenantErrors, WireError.configurationErrors,
        WireError.blockingFunctionErrors, WireError.controlErrors,
    ]
}
