extension LanguageTemplates<String> {
    /// The Japanese texts.
    static var japanese: Self {
        .init(
            greeting: "こんにちは。",
            namedGreeting: "{{displayName}} 様",
            linkHint: "ボタンが機能しない場合は、次のアドレスをブラウザで開いてください。",
            closing: "よろしくお願いいたします。",
            signature: "{{appName}} チーム",
            emailSignIn: .init(
                subject: "{{appName}} へのログイン用リンク",
                before: ["下のリンクから、{{email}} として {{appName}} にログインできます。リンクは一度だけ使用できます。"],
                button: "ログインする",
                after: ["お心当たりのない場合は、このメールを削除してください。"]
            ),
            passwordReset: .init(
                subject: "{{appName}} の新しいパスワードの設定",
                before: ["{{appName}} のアカウント {{email}} について、新しいパスワードの設定のお申し込みがありました。下のリンクから設定してください。"],
                button: "新しいパスワードを設定する",
                after: ["お心当たりのない場合は、何もしていただく必要はありません。現在のパスワードはそのままご利用いただけます。"]
            ),
            verifyEmail: .init(
                subject: "{{appName}} のメールアドレスのご確認",
                before: ["{{appName}} で {{email}} がお客様のメールアドレスとして入力されました。ご本人のアドレスであることを、下のリンクからご確認ください。"],
                button: "アドレスを確認する",
                after: ["お心当たりのない場合は、何もしていただく必要はありません。"]
            ),
            verifyAndChangeEmail: .init(
                subject: "{{appName}} の新しいメールアドレスのご確認",
                before: ["{{appName}} のアカウントのメールアドレスを {{newAddress}} に変更するお申し込みがありました。下のリンクからご確認いただくと、変更が有効になります。"],
                button: "新しいアドレスを確認する",
                after: ["お心当たりのない場合は、リンクを開かないでください。アドレスは変更されません。"]
            ),
            recoverEmail: .init(
                subject: "{{appName}} のアカウントのメールアドレスが変更されました",
                before: [
                    "{{appName}} のアカウントのメールアドレスが {{email}} から{{#newEmail}} {{newEmail}} に{{/newEmail}}変更されました。",
                    "ご本人による変更であれば、何もしていただく必要はありません。そうでない場合は、下のリンクから変更を取り消してください。",
                ],
                button: "変更を取り消す",
                after: ["取り消した後は、新しいパスワードを設定されることをお勧めします。"]
            ),
            revertSecondFactorAddition: .init(
                subject: "{{appName}} のアカウントに 2 つ目の認証要素が追加されました",
                before: [
                    """
                    {{appName}} に {{email}} としてログインする際に、\
                    2 つ目の認証要素{{#secondFactor}}（{{secondFactor}}）{{/secondFactor}}も必要になりました。
                    """,
                    "ご自身で追加されたものでない場合は、下のリンクから削除してください。",
                ],
                button: "認証要素を削除する",
                after: ["ご自身で追加された場合は、何もしていただく必要はありません。"]
            ),
            smsSignIn: "{{appName}}: ログイン用のコードは {{code}} です。",
            smsMFAEnrollment: "{{appName}}: この電話番号を 2 つ目の認証要素として追加するには、コード {{code}} を入力してください。",
            smsMFASignIn: "{{appName}}: ログインを完了するには、コード {{code}} を入力してください。コードは誰にも教えないでください。"
        )
    }
}
