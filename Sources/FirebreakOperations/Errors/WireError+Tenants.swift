package import FirebreakWire

// Tenants and who may manage them (tenants-config.md A3 to A5 and B2).

extension WireError {
    package static let concurrentPolicyChange = WireError(
        Wording(
            "There were concurrent policy changes. Please retry the whole read-modify-write with exponential "
                + "backoff.", Kind(409, "ABORTED", ["reason": "aborted", "domain": "global"])),
        area: .tenants,
        cause: "The IAM policy has changed since it was read: the `etag` of the request is not the stored "
            + "one.",
        remedy: "Read the policy again, apply the change to it, and write it with its `etag`.")

    package static let tenantInTenant = WireError(
        Wording(
            "INTERNAL_ERROR : Can only create tenant in agent project",
            Kind(500, "INTERNAL", ["reason": "INTERNAL"])),
        area: .tenants,
        cause: "A request to create a tenant names one.",
        remedy: "Leave `tenantId` out: the answer says which ID the new tenant has.")

    package static let configOnlyOnProjects = WireError(
        "((Can only update top-level configurations on agent projects.))",
        area: .tenants,
        cause: "A change of the project's configuration names a tenant.",
        remedy: "Leave `tenantId` out, or change the tenant itself.")

    package static let tenantOnlyOnTenants = WireError(
        "((Can only get tenant on tenant projects.))",
        area: .tenants,
        cause: "A method about a tenant does not say which.",
        remedy: "Put the tenant's ID into the path.")

    package static let invalidTenantID = WireError(
        "INVALID_TENANT_ID",
        area: .tenants,
        cause: "The tenant does not exist, or its ID is not a text. In profile `emulator`, naming a tenant creates "
            + "it.",
        remedy: "Create the tenant first, and use the ID that was answered.")

    /// production.md section 14.1
    package static let invalidDisplayName = WireError(
        Wording(
            "INVALID_DISPLAY_NAME : display_name should start with a letter and only consist of letters, digits and "
                + "hyphens with 4-20 characters."),
        area: .tenants,
        cause: "The tenant's `displayName` is not a letter and 3 to 19 letters, digits and hyphens.",
        remedy: "Give it such a name, for example `blue-sky`.")

    /// production.md section 14.1
    package static let missingDisplayName = WireError(
        "MISSING_DISPLAY_NAME : Missing tenant with valid display_name.",
        area: .tenants,
        cause: "The tenant has no `displayName`.",
        remedy: "Give it one: a letter, then 3 to 19 letters, digits and hyphens.")

    /// production.md section 8.1
    package static let tenantDeleted = WireError(
        "TENANT_DELETED",
        area: .tenants,
        cause: "The tenant was deleted.",
        remedy: "Create a new one; it gets another ID.")

    /// production.md section 8.1
    package static let tenantDisabled = WireError(
        "TENANT_DISABLED",
        reference: "PROJECT_DISABLED",
        area: .tenants,
        cause: "The tenant's `disableAuth` is on.",
        remedy: "Set `disableAuth` of the tenant to false.")

    package static let tenantIDMismatch = WireError(
        "TENANT_ID_MISMATCH",
        area: .tenants,
        cause: "Path and body of a request name different tenants. Only profile `emulator` looks at it; elsewhere the "
            + "path counts.",
        remedy: "Name the tenant once.")

    /// production.md section 14.1
    package static let tenantNotFound = WireError(
        Wording("TENANT_NOT_FOUND", .notFound),
        area: .tenants,
        cause: "The tenant to read, change or delete does not exist, or not any more.",
        remedy: "List the tenants of the project, and use the ID of one.")
}

extension WireError {
    package static let tenantErrors: [WireError] = [
        .concurrentPolicyChange,
        .tenantInTenant,
        .configOnlyOnProjects,
        .tenantOnlyOnTenants,
        .invalidDisplayName,
        .invalidTenantID,
        .missingDisplayName,
        .tenantDeleted,
        .tenantDisabled,
        .tenantIDMismatch,
        .tenantNotFound,
    ]
}
