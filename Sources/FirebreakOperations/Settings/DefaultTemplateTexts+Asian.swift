// The wordings are our own.

extension DefaultTemplateTexts {
    static let japanese = DefaultTemplateTexts(
        greeting: "%DISPLAY_NAME% 様", plainGreeting: "お客様",
        closing: ["よろしくお願いいたします。", "%APP_NAME% チーム"],
        resetPassword: Mail(
            subject: "%APP_NAME% のパスワードの再設定", isPersonal: false,
            before: ["次のリンクから、%APP_NAME% のアカウント %EMAIL% のパスワードを再設定できます。"],
            after: "お心当たりがない場合は、このメールを無視してください。"),
        verifyEmail: Mail(
            subject: "%APP_NAME% のメールアドレスの確認", before: ["次のリンクから、メールアドレスを確認してください。"],
            after: "お心当たりがない場合は、このメールを無視してください。"),
        changeEmail: Mail(
            subject: "%APP_NAME% のログイン用メールアドレスの変更",
            before: [
                "%APP_NAME% のログイン用メールアドレスが %NEW_EMAIL% に変更されました。",
                "お心当たりがない場合は、次のリンクから元に戻してください。",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "%APP_NAME% のアカウントに 2 段階認証が追加されました",
            before: [
                "%APP_NAME% のアカウントに 2 段階認証用の %SECOND_FACTOR% が追加されました。",
                "お心当たりがない場合は、次のリンクから削除してください。",
            ]),
        sms: "%APP_NAME% の確認コードは %LOGIN_CODE% です。")

    static let korean = DefaultTemplateTexts(
        greeting: "%DISPLAY_NAME%님, 안녕하세요.", plainGreeting: "안녕하세요.",
        closing: ["감사합니다.", "%APP_NAME% 팀"],
        resetPassword: Mail(
            subject: "%APP_NAME% 비밀번호 재설정", isPersonal: false,
            before: ["다음 링크에서 %APP_NAME% 계정 %EMAIL%의 비밀번호를 재설정하세요."],
            after: "요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다."),
        verifyEmail: Mail(
            subject: "%APP_NAME% 이메일 주소 확인", before: ["다음 링크에서 이메일 주소를 확인하세요."],
            after: "요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다."),
        changeEmail: Mail(
            subject: "%APP_NAME% 로그인 이메일 변경",
            before: [
                "%APP_NAME% 로그인 이메일이 %NEW_EMAIL%(으)로 변경되었습니다.",
                "요청하지 않으셨다면 다음 링크에서 이전 주소로 되돌리세요.",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "%APP_NAME% 계정에 2단계 인증이 추가되었습니다",
            before: [
                "%APP_NAME% 계정에 2단계 인증용 %SECOND_FACTOR%이(가) 추가되었습니다.",
                "직접 추가하지 않으셨다면 다음 링크에서 삭제하세요.",
            ]),
        sms: "%APP_NAME% 인증 코드는 %LOGIN_CODE%입니다.")

    static let chinese = DefaultTemplateTexts(
        greeting: "%DISPLAY_NAME%，您好！", plainGreeting: "您好！",
        closing: ["谢谢！", "%APP_NAME% 团队"],
        resetPassword: Mail(
            subject: "重设 %APP_NAME% 的密码", isPersonal: false,
            before: ["请点击此链接，重设 %APP_NAME% 账号 %EMAIL% 的密码。"], after: "如果这不是您本人的请求，请忽略此邮件。"),
        verifyEmail: Mail(
            subject: "验证 %APP_NAME% 的电子邮件地址", before: ["请点击此链接，验证您的电子邮件地址。"],
            after: "如果这不是您本人的请求，请忽略此邮件。"),
        changeEmail: Mail(
            subject: "%APP_NAME% 的登录邮箱已更改",
            before: ["您在 %APP_NAME% 的登录邮箱已更改为 %NEW_EMAIL%。", "如果这不是您本人的请求，请点击此链接恢复原来的登录邮箱。"]),
        revertSecondFactorAddition: Mail(
            subject: "您的 %APP_NAME% 账号已添加两步验证",
            before: ["您的 %APP_NAME% 账号已添加 %SECOND_FACTOR% 用于两步验证。", "如果不是您本人添加的，请点击此链接将其移除。"]),
        sms: "%LOGIN_CODE% 是您的 %APP_NAME% 验证码。")
}
