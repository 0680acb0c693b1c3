extension LanguageTemplates {
    /// The Chinese texts, in simplified characters.
    static let chinese = Self(
        greeting: .naming(.displayName, "%DISPLAY_NAME%，您好：", otherwise: "您好："),
        linkHint: "如果按钮无法使用，请在浏览器中打开以下网址：",
        closing: "祝您一切顺利！",
        signature: "%APP_NAME% 团队",
        emailSignIn: .init(
            subject: "您的 %APP_NAME% 登录链接",
            before: ["请使用下面的链接，以 %EMAIL% 的身份登录 %APP_NAME%。该链接仅可使用一次。"],
            button: "登录",
            after: ["如果这不是您本人的请求，请直接删除此邮件。"]
        ),
        passwordReset: .init(
            subject: "为 %APP_NAME% 设置新密码",
            before: ["我们收到了为您的 %APP_NAME% 账号 %EMAIL% 设置新密码的请求。请使用下面的链接进行设置。"],
            button: "设置新密码",
            after: ["如果这不是您本人的请求，则无需任何操作，您当前的密码仍然有效。"]
        ),
        verifyEmail: .init(
            subject: "请确认您在 %APP_NAME% 使用的邮箱地址",
            before: ["%EMAIL% 在 %APP_NAME% 中被填写为您的邮箱地址。请使用下面的链接确认该地址属于您。"],
            button: "确认地址",
            after: ["如果您没有填写过该地址，则无需任何操作。"]
        ),
        verifyAndChangeEmail: .init(
            subject: "请确认您在 %APP_NAME% 的新邮箱地址",
            before: ["您请求今后在 %APP_NAME% 账号中使用 %NEW_EMAIL%。通过下面的链接确认后，更改即会生效。"],
            button: "确认新地址",
            after: ["如果您没有提出此请求，请不要打开该链接，您的邮箱地址将保持不变。"]
        ),
        recoverEmail: .init(
            subject: "您的 %APP_NAME% 账号的邮箱地址已更改",
            before: [
                .naming(
                    .newEmail,
                    "您的 %APP_NAME% 账号的邮箱地址 %EMAIL% 已更改为 %NEW_EMAIL%。",
                    otherwise: "您的 %APP_NAME% 账号的邮箱地址 %EMAIL% 已更改。"),
                "如果是您本人更改的，则无需任何操作。如果不是，请使用下面的链接撤销更改。",
            ],
            button: "撤销更改",
            after: ["之后建议您再设置一个新密码。"]
        ),
        revertSecondFactorAddition: .init(
            subject: "您的 %APP_NAME% 账号已添加第二重验证",
            before: [
                .naming(
                    .secondFactor,
                    "现在以 %EMAIL% 的身份登录 %APP_NAME% 时，还需要通过第二重验证（%SECOND_FACTOR%）。",
                    otherwise: "现在以 %EMAIL% 的身份登录 %APP_NAME% 时，还需要通过第二重验证。"),
                "如果不是您本人添加的，请使用下面的链接将其移除。",
            ],
            button: "移除第二重验证",
            after: ["如果是您本人添加的，则无需任何操作。"]
        ),
        smsSignIn: "%APP_NAME%：您的登录验证码为 %LOGIN_CODE%。",
        smsMFAEnrollment: "%APP_NAME%：请输入验证码 %LOGIN_CODE%，将此手机号码添加为第二重验证方式。",
        smsMFASignIn: "%APP_NAME%：请输入验证码 %LOGIN_CODE% 以完成登录。请勿告诉他人。"
    )
}
