extension DiscoveryMessages {
    /// The oneofs of the messages, which the discovery documents do not tell: the member that belongs to one, by
    /// message (production.md section 1).
    static let oneofs: [String: [String: String]] = [
        "GoogleCloudIdentitytoolkitAdminV2SmsRegionConfig": [
            "allowByDefault": "sms_region_policy", "allowlistOnly": "sms_region_policy",
        ],
        "GoogleCloudIdentitytoolkitV2StartMfaEnrollmentRequest": [
            "phoneEnrollmentInfo": "enrollment_info", "totpEnrollmentInfo": "enrollment_info",
        ],
        "GoogleCloudIdentitytoolkitV2FinalizeMfaEnrollmentRequest": [
            "phoneVerificationInfo": "verification_info", "totpVerificationInfo": "verification_info",
        ],
        "GoogleCloudIdentitytoolkitV2FinalizeMfaSignInRequest": [
            "phoneVerificationInfo": "verification_info", "totpVerificationInfo": "verification_info",
        ],
    ]
}
