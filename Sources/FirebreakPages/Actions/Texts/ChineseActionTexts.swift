extension ActionTexts {
    /// The Chinese texts, in simplified characters.
    static let chinese = Self(
        passwordReset: .init(
            title: "设置新密码",
            text: "为您的 %APP_NAME% 账号 %EMAIL% 设置新密码。",
            button: "保存密码",
            doneTitle: "密码已更改",
            doneText: "现在您可以使用 %EMAIL% 和新密码登录 %APP_NAME%。"
        ),
        verifyEmail: .init(
            title: "确认邮箱地址",
            text: "您的 %APP_NAME% 账号使用 %EMAIL%。请确认这是您的邮箱地址。",
            button: "确认地址",
            doneTitle: "邮箱地址已确认",
            doneText: "%EMAIL% 已确认为您的 %APP_NAME% 账号的邮箱地址。"
        ),
        verifyAndChangeEmail: .init(
            title: "确认新邮箱地址",
            text: "您的 %APP_NAME% 账号的邮箱地址将从 %EMAIL% 更改为 %NEW_EMAIL%。",
            button: "确认新地址",
            doneTitle: "邮箱地址已更改",
            doneText: "您的 %APP_NAME% 账号现在使用 %NEW_EMAIL%。今后请使用该地址登录。"
        ),
        recoverEmail: .init(
            title: "撤销邮箱地址的更改",
            text: "您的 %APP_NAME% 账号的邮箱地址将恢复为 %EMAIL%。",
            button: "撤销更改",
            doneTitle: "更改已撤销",
            doneText: "您的 %APP_NAME% 账号已恢复使用 %EMAIL%。"
        ),
        revertSecondFactorAddition: .init(
            title: "移除第二重验证",
            text: "以 %EMAIL% 的身份登录 %APP_NAME% 时，将不再需要通过以下第二重验证：",
            button: "移除第二重验证",
            doneTitle: "第二重验证已移除",
            doneText: "以 %EMAIL% 的身份登录 %APP_NAME% 时，不再需要通过该验证。如果不是您本人添加的，请同时设置一个新密码。"
        ),
        password: .init(
            label: "新密码",
            repeatedLabel: "再次输入新密码",
            show: "显示密码",
            requirements: "密码要求：",
            minimumLength: "至少 %COUNT% 个字符",
            maximumLength: "最多 %COUNT% 个字符",
            lowercase: "包含小写字母 (a–z)",
            uppercase: "包含大写字母 (A–Z)",
            digit: "包含数字 (0–9)",
            nonAlphanumeric: "包含特殊字符，例如 ! ? # $",
            met: "已满足",
            unmet: "尚未满足",
            refused: "该密码尚未满足以下要求：",
            differ: "两次输入的密码不一致，请重新输入新密码。"
        ),
        authenticatorApp: "身份验证器应用",
        resetOffer: "如果不是您本人更改的地址，他人可能知道您的密码。建议您设置一个新密码。",
        resetButton: "通过邮件接收设置新密码的链接",
        mailedTitle: "邮件已发送",
        mailedText: "通过发送至 %EMAIL% 的邮件中的链接，您可以设置新密码。",
        goOn: "继续",
        close: "您可以关闭此页面并返回应用。",
        smallPrint: "此页面来自 Firebreak，它在开发过程中代替 Firebase Authentication。",
        failures: .init(
            incomplete: .init(
                title: "链接不完整",
                text: "链接缺少必要的部分，或包含无法识别的内容。",
                advice: "请直接从邮件中打开链接，或完整复制链接。"
            ),
            noContinueURL: .init(
                title: "此链接无法转到应用",
                text: "登录链接会转到应用，但此链接中没有可以打开的地址。",
                advice: "请在应用中重新获取邮件。"
            ),
            unknown: .init(
                title: "此链接无法使用",
                text: "链接中的验证码无法识别。链接可能不完整，或属于其他项目。",
                advice: "请直接从邮件中打开链接，或在应用中重新获取邮件。"
            ),
            otherType: .init(
                title: "此链接无法使用",
                text: "链接中的验证码用途与链接所示不符。",
                advice: "请直接从邮件中打开链接，不要修改链接。"
            ),
            expired: .init(
                title: "链接已过期",
                text: "邮件中的链接仅在有限的时间内有效。",
                advice: "请在应用中重新获取邮件。"
            ),
            used: .init(
                title: "链接已被使用",
                text: "该链接仅可使用一次。如果是您本人使用的，则无需任何操作。",
                advice: "如果不是，请在应用中重新获取邮件。"
            ),
            superseded: .init(
                title: "已有更新的邮件",
                text: "新邮件发送后，此链接已失效。",
                advice: "请打开最新邮件中的链接。"
            ),
            accountGone: .init(
                title: "找不到此链接对应的账号",
                text: "账号已被删除，或其邮箱地址已更改。",
                advice: "请使用当前的邮箱地址登录，或在应用中重新获取邮件。"
            ),
            accountDisabled: .init(
                title: "此账号已停用",
                text: "账号停用期间，无法在此进行任何更改。",
                advice: "请联系应用的运营方。"
            ),
            addressTaken: .init(
                title: "此邮箱地址已被使用",
                text: "邮件发送后，另一个账号使用了该地址。",
                advice: "请登录那个账号，或在应用中选择其他地址。"
            ),
            targetRefused: .init(
                title: "链接指向不允许的位置",
                text: "接下来要打开的地址 (continueUrl) 无效，或其域名未获授权。",
                advice: "如果您是应用的开发者，请将该域名添加到项目的已获授权的域名中。"
            ),
            switchedOff: .init(
                title: "此功能已关闭",
                text: "应用目前不允许执行此链接的操作。",
                advice: "请联系应用的运营方。"
            ),
            otherSite: .init(
                title: "未作任何更改",
                text: "表单来自其他网站的页面，此页面不接受这样的表单。",
                advice: "请直接从邮件中打开链接。"
            ),
            failed: .init(
                title: "操作未成功",
                text: "服务器无法执行此链接的操作。",
                advice: "请稍后重试。"
            )
        )
    )
}
