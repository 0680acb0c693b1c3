extension LanguageTemplates {
    /// The Korean texts. No particle that depends on the sound before it follows a placeholder.
    static let korean = Self(
        greeting: .naming(.displayName, "안녕하세요, %DISPLAY_NAME% 님.", otherwise: "안녕하세요."),
        linkHint: "버튼이 작동하지 않으면 브라우저에서 다음 주소를 열어 주세요.",
        closing: "감사합니다.",
        signature: "%APP_NAME% 팀",
        emailSignIn: .init(
            subject: "%APP_NAME% 로그인 링크",
            before: ["아래 링크를 열면 %EMAIL% 계정으로 %APP_NAME%에 로그인됩니다. 링크는 한 번만 사용할 수 있습니다."],
            button: "로그인",
            after: ["직접 요청하지 않으셨다면 이 메일을 삭제해 주세요."]
        ),
        passwordReset: .init(
            subject: "%APP_NAME% 새 비밀번호 설정",
            before: ["%APP_NAME%의 %EMAIL% 계정에 대한 새 비밀번호 설정 요청을 받았습니다. 아래 링크에서 새 비밀번호를 정해 주세요."],
            button: "새 비밀번호 설정",
            after: ["직접 요청하지 않으셨다면 아무것도 하지 않으셔도 됩니다. 현재 비밀번호는 그대로 유지됩니다."]
        ),
        verifyEmail: .init(
            subject: "%APP_NAME% 이메일 주소 확인",
            before: ["%APP_NAME%에서 %EMAIL% 주소가 회원님의 이메일 주소로 입력되었습니다. 본인의 주소가 맞는지 아래 링크에서 확인해 주세요."],
            button: "주소 확인",
            after: ["이 주소를 입력하지 않으셨다면 아무것도 하지 않으셔도 됩니다."]
        ),
        verifyAndChangeEmail: .init(
            subject: "%APP_NAME% 새 이메일 주소 확인",
            before: ["앞으로 %APP_NAME% 계정에 %NEW_EMAIL% 주소를 사용하도록 요청하셨습니다. 아래 링크에서 확인하시면 변경이 적용됩니다."],
            button: "새 주소 확인",
            after: ["요청하지 않으셨다면 링크를 열지 마세요. 주소는 바뀌지 않습니다."]
        ),
        recoverEmail: .init(
            subject: "%APP_NAME% 계정의 이메일 주소가 변경되었습니다",
            before: [
                .naming(
                    .newEmail,
                    "%APP_NAME% 계정의 이메일 주소가 %EMAIL%에서 %NEW_EMAIL% 주소로 변경되었습니다.",
                    otherwise: "%APP_NAME% 계정의 이메일 주소가 %EMAIL%에서 변경되었습니다."),
                "직접 변경하셨다면 아무것도 하지 않으셔도 됩니다. 그렇지 않다면 아래 링크에서 변경을 취소해 주세요.",
            ],
            button: "변경 취소",
            after: ["그런 다음 비밀번호도 새로 정하시기를 권합니다."]
        ),
        revertSecondFactorAddition: .init(
            subject: "%APP_NAME% 계정에 두 번째 인증 수단이 추가되었습니다",
            before: [
                .naming(
                    .secondFactor,
                    "이제 %EMAIL% 계정으로 %APP_NAME%에 로그인할 때 두 번째 인증 수단(%SECOND_FACTOR%)도 필요합니다.",
                    otherwise: "이제 %EMAIL% 계정으로 %APP_NAME%에 로그인할 때 두 번째 인증 수단도 필요합니다."),
                "직접 추가하지 않으셨다면 아래 링크에서 삭제해 주세요.",
            ],
            button: "인증 수단 삭제",
            after: ["직접 추가하셨다면 아무것도 하지 않으셔도 됩니다."]
        ),
        smsSignIn: "%APP_NAME%: 로그인 코드는 %LOGIN_CODE%입니다.",
        smsMFAEnrollment: "%APP_NAME%: 이 전화번호를 두 번째 인증 수단으로 추가하는 코드는 %LOGIN_CODE%입니다.",
        smsMFASignIn: "%APP_NAME%: 로그인을 완료하는 코드는 %LOGIN_CODE%입니다. 다른 사람에게 알려 주지 마세요."
    )
}
