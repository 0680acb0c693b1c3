extension LanguageTemplates {
    /// The Japanese texts.
    static let japanese = Self(
        greeting: .naming(.displayName, "%DISPLAY_NAME% 様", otherwise: "こんにちは。"),
        linkHint: "ボタンが機能しない場合は、次のアドレスをブラウザで開いてください。",
        closing: "よろしくお願いいたします。",
        signature: "%APP_NAME% チーム",
        emailSignIn: .init(
            subject: "%APP_NAME% へのログイン用リンク",
            before: ["下のリンクから、%EMAIL% として %APP_NAME% にログインできます。リンクは一度だけ使用できます。"],
            button: "ログインする",
            after: ["お心当たりのない場合は、このメールを削除してください。"]
        ),
        passwordReset: .init(
            subject: "%APP_NAME% の新しいパスワードの設定",
            before: ["%APP_NAME% のアカウント %EMAIL% について、新しいパスワードの設定のお申し込みがありました。下のリンクから設定してください。"],
            button: "新しいパスワードを設定する",
            after: ["お心当たりのない場合は、何もしていただく必要はありません。現在のパスワードはそのままご利用いただけます。"]
        ),
        verifyEmail: .init(
            subject: "%APP_NAME% のメールアドレスのご確認",
            before: ["%APP_NAME% で %EMAIL% がお客様のメールアドレスとして入力されました。ご本人のアドレスであることを、下のリンクからご確認ください。"],
            button: "アドレスを確認する",
            after: ["お心当たりのない場合は、何もしていただく必要はありません。"]
        ),
        verifyAndChangeEmail: .init(
            subject: "%APP_NAME% の新しいメールアドレスのご確認",
            before: ["%APP_NAME% のアカウントのメールアドレスを %NEW_EMAIL% に変更するお申し込みがありました。下のリンクからご確認いただくと、変更が有効になります。"],
            button: "新しいアドレスを確認する",
            after: ["お心当たりのない場合は、リンクを開かないでください。アドレスは変更されません。"]
        ),
        recoverEmail: .init(
            subject: "%APP_NAME% のアカウントのメールアドレスが変更されました",
            before: [
                .naming(
                    .newEmail,
                    "%APP_NAME% のアカウントのメールアドレスが %EMAIL% から %NEW_EMAIL% に変更されました。",
                    otherwise: "%APP_NAME% のアカウントのメールアドレスが %EMAIL% から変更されました。"),
                "ご本人による変更であれば、何もしていただく必要はありません。そうでない場合は、下のリンクから変更を取り消してください。",
            ],
            button: "変更を取り消す",
            after: ["取り消した後は、新しいパスワードを設定されることをお勧めします。"]
        ),
        revertSecondFactorAddition: .init(
            subject: "%APP_NAME% のアカウントに 2 つ目の認証要素が追加されました",
            before: [
                .naming(
                    .secondFactor,
                    "%APP_NAME% に %EMAIL% としてログインする際に、2 つ目の認証要素（%SECOND_FACTOR%）も必要になりました。",
                    otherwise: "%APP_NAME% に %EMAIL% としてログインする際に、2 つ目の認証要素も必要になりました。"),
                "ご自身で追加されたものでない場合は、下のリンクから削除してください。",
            ],
            button: "認証要素を削除する",
            after: ["ご自身で追加された場合は、何もしていただく必要はありません。"]
        ),
        smsSignIn: "%APP_NAME%: ログイン用のコードは %LOGIN_CODE% です。",
        smsMFAEnrollment: "%APP_NAME%: この電話番号を 2 つ目の認証要素として追加するには、コード %LOGIN_CODE% を入力してください。",
        smsMFASignIn: "%APP_NAME%: ログインを完了するには、コード %LOGIN_CODE% を入力してください。コードは誰にも教えないでください。"
    )
}
