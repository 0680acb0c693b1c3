import FirebreakWire
import Testing

@testable import FirebreakCredentials
@testable import FirebreakOperations

/// The order of values is contract, because requests may give a position (wire.md section 7).
struct EnumerationOrderTests {
    @Test func `values stand where the API description has them`() {
        #expect(
            OobReqType.allCases.map(\.rawValue) == [
                "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
                "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
            ])
        #expect(
            UpdateAccount.UserAttribute.allCases.map(\.rawValue) == [
                "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
                "RAW_USER_INFO",
            ])
        #expect(QueryAccounts.Order.allCases.map(\.rawValue) == ["ORDER_UNSPECIFIED", "ASC", "DESC"])
        #expect(
            QueryAccounts.SortBy.allCases.map(\.rawValue) == [
                "SORT_BY_FIELD_UNSPECIFIED", "USER_ID", "NAME", "CREATED_AT", "LAST_LOGIN_AT", "USER_EMAIL",
            ])
        #expect(
            PasswordHashOrder.allCases.map(\.rawValue) == [
                "UNSPECIFIED_ORDER", "SALT_AND_PASSWORD", "PASSWORD_AND_SALT",
            ])
    }
}
