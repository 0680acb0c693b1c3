extension LanguageTemplates<String> {
    /// The Korean texts. No particle that depends on the sound before it follows a placeholder.
    static var korean: Self {
        .init(
            greeting: "안녕하세요.",
            namedGreeting: "안녕하세요, {{displayName}} 님.",
            linkHint: "버튼이 작동하지 않으면 브라우저에서 다음 주소를 열어 주세요.",
            closing: "감사합니다.",
            signature: "{{appName}} 팀",
            emailSignIn: .init(
                subject: "{{appName}} 로그인 링크",
                before: ["아래 링크를 열면 {{email}} 계정으로 {{appName}}에 로그인됩니다. 링크는 한 번만 사용할 수 있습니다."],
                button: "로그인",
                after: ["직접 요청하지 않으셨다면 이 메일을 삭제해 주세요."]
            ),
            passwordReset: .init(
                subject: "{{appName}} 새 비밀번호 설정",
                before: ["{{appName}}의 {{email}} 계정에 대한 새 비밀번호 설정 요청을 받았습니다. 아래 링크에서 새 비밀번호를 정해 주세요."],
                button: "새 비밀번호 설정",
                after: ["직접 요청하지 않으셨다면 아무것도 하지 않으셔도 됩니다. 현재 비밀번호는 그대로 유지됩니다."]
            ),
            verifyEmail: .init(
                subject: "{{appName}} 이메일 주소 확인",
                before: ["{{appName}}에서 {{email}} 주소가 회원님의 이메일 주소로 입력되었습니다. 본인의 주소가 맞는지 아래 링크에서 확인해 주세요."],
                button: "주소 확인",
                after: ["이 주소를 입력하지 않으셨다면 아무것도 하지 않으셔도 됩니다."]
            ),
            verifyAndChangeEmail: .init(
                subject: "{{appName}} 새 이메일 주소 확인",
                before: ["앞으로 {{appName}} 계정에 {{newAddress}} 주소를 사용하도록 요청하셨습니다. 아래 링크에서 확인하시면 변경이 적용됩니다."],
                button: "새 주소 확인",
                after: ["요청하지 않으셨다면 링크를 열지 마세요. 주소는 바뀌지 않습니다."]
            ),
            recoverEmail: .init(
                subject: "{{appName}} 계정의 이메일 주소가 변경되었습니다",
                before: [
                    "{{appName}} 계정의 이메일 주소가 {{email}}에서{{#newEmail}} {{newEmail}} 주소로{{/newEmail}} 변경되었습니다.",
                    "직접 변경하셨다면 아무것도 하지 않으셔도 됩니다. 그렇지 않다면 아래 링크에서 변경을 취소해 주세요.",
                ],
                button: "변경 취소",
                after: ["그런 다음 비밀번호도 새로 정하시기를 권합니다."]
            ),
            revertSecondFactorAddition: .init(
                subject: "{{appName}} 계정에 두 번째 인증 수단이 추가되었습니다",
                before: [
                    """
                    이제 {{email}} 계정으로 {{appName}}에 로그인할 때 두 번째 인증 \
                    수단{{#secondFactor}}({{secondFactor}}){{/secondFactor}}도 필요합니다.
                    """,
                    "직접 추가하지 않으셨다면 아래 링크에서 삭제해 주세요.",
                ],
                button: "인증 수단 삭제",
                after: ["직접 추가하셨다면 아무것도 하지 않으셔도 됩니다."]
            ),
            smsSignIn: "{{appName}}: 로그인 코드는 {{code}}입니다.",
            smsMFAEnrollment: "{{appName}}: 이 전화번호를 두 번째 인증 수단으로 추가하는 코드는 {{code}}입니다.",
            smsMFASignIn: "{{appName}}: 로그인을 완료하는 코드는 {{code}}입니다. 다른 사람에게 알려 주지 마세요."
        )
    }
}
