extension ActionTexts {
    /// The Japanese texts.
    static let japanese = Self(
        passwordReset: .init(
            title: "新しいパスワードの設定",
            text: "%APP_NAME% のアカウント %EMAIL% の新しいパスワードを設定します。",
            button: "パスワードを保存する",
            doneTitle: "パスワードを変更しました",
            doneText: "%EMAIL% と新しいパスワードで %APP_NAME% にログインできます。"
        ),
        verifyEmail: .init(
            title: "メールアドレスのご確認",
            text: "%APP_NAME% のアカウントのメールアドレスは %EMAIL% です。ご本人のアドレスであることをご確認ください。",
            button: "アドレスを確認する",
            doneTitle: "アドレスを確認しました",
            doneText: "%EMAIL% は %APP_NAME% のアカウントのメールアドレスとして確認されました。"
        ),
        verifyAndChangeEmail: .init(
            title: "新しいメールアドレスのご確認",
            text: "%APP_NAME% のアカウントのメールアドレスを %EMAIL% から %NEW_EMAIL% に変更します。",
            button: "新しいアドレスを確認する",
            doneTitle: "メールアドレスを変更しました",
            doneText: "%APP_NAME% のアカウントのメールアドレスは %NEW_EMAIL% になりました。今後はこのアドレスでログインしてください。"
        ),
        recoverEmail: .init(
            title: "メールアドレスの変更の取り消し",
            text: "%APP_NAME% のアカウントのメールアドレスを %EMAIL% に戻します。",
            button: "変更を取り消す",
            doneTitle: "変更を取り消しました",
            doneText: "%APP_NAME% のアカウントのメールアドレスは %EMAIL% に戻りました。"
        ),
        revertSecondFactorAddition: .init(
            title: "2 つ目の認証要素の削除",
            text: "%APP_NAME% に %EMAIL% としてログインする際に、次の 2 つ目の認証要素は不要になります。",
            button: "認証要素を削除する",
            doneTitle: "2 つ目の認証要素を削除しました",
            doneText: "%APP_NAME% に %EMAIL% としてログインする際に、この認証要素は不要になりました。ご自身で追加されたものでない場合は、新しいパスワードも設定してください。"
        ),
        password: .init(
            label: "新しいパスワード",
            repeatedLabel: "新しいパスワード（確認のため再入力）",
            show: "パスワードを表示する",
            requirements: "パスワードの条件:",
            minimumLength: "%COUNT% 文字以上",
            maximumLength: "%COUNT% 文字以下",
            lowercase: "英小文字 (a–z) を含む",
            uppercase: "英大文字 (A–Z) を含む",
            digit: "数字 (0–9) を含む",
            nonAlphanumeric: "記号（! ? # $ など）を含む",
            met: "満たしています",
            unmet: "まだ満たしていません",
            refused: "このパスワードは、まだ次の条件を満たしていません。",
            differ: "2 つのパスワードが一致しません。新しいパスワードをもう一度入力してください。"
        ),
        authenticatorApp: "認証アプリ",
        resetOffer: "アドレスをご自身で変更されていない場合は、パスワードを他人に知られているおそれがあります。新しいパスワードを設定されることをお勧めします。",
        resetButton: "パスワード設定用のリンクをメールで受け取る",
        mailedTitle: "メールを送信しました",
        mailedText: "%EMAIL% 宛てのメールにあるリンクから、新しいパスワードを設定できます。",
        goOn: "続ける",
        close: "このページを閉じて、アプリにお戻りください。",
        smallPrint: "このページは、開発中に Firebase Authentication の代わりとなる Firebreak が表示しています。",
        failures: .init(
            incomplete: .init(
                title: "リンクが不完全です",
                text: "必要な部分が欠けているか、正しくない部分があります。",
                advice: "メールからリンクを直接開くか、リンク全体をコピーしてください。"
            ),
            noContinueURL: .init(
                title: "このリンクではアプリに移動できません",
                text: "ログイン用のリンクからはアプリに移動しますが、このリンクには移動先のアドレスがありません。",
                advice: "アプリから新しいメールを送信してください。"
            ),
            unknown: .init(
                title: "このリンクは使用できません",
                text: "リンクのコードが見つかりません。リンクが不完全か、別のプロジェクトのものである可能性があります。",
                advice: "メールからリンクを直接開くか、アプリから新しいメールを送信してください。"
            ),
            otherType: .init(
                title: "このリンクは使用できません",
                text: "リンクのコードは、リンクが示すものとは別の用途のものです。",
                advice: "メールからリンクを変更せずに直接開いてください。"
            ),
            expired: .init(
                title: "リンクの有効期限が切れています",
                text: "メールのリンクは一定の時間だけ有効です。",
                advice: "アプリから新しいメールを送信してください。"
            ),
            used: .init(
                title: "このリンクは使用済みです",
                text: "リンクは一度だけ使用できます。ご自身で使用された場合は、何もしていただく必要はありません。",
                advice: "それ以外の場合は、アプリから新しいメールを送信してください。"
            ),
            superseded: .init(
                title: "新しいメールがあります",
                text: "新しいメールが送信されたため、このリンクは無効になりました。",
                advice: "最新のメールにあるリンクを開いてください。"
            ),
            accountGone: .init(
                title: "このリンクのアカウントが見つかりません",
                text: "アカウントが削除されたか、メールアドレスが変更されています。",
                advice: "現在のアドレスでログインするか、アプリから新しいメールを送信してください。"
            ),
            accountDisabled: .init(
                title: "このアカウントは無効になっています",
                text: "無効になっている間は、ここで変更することはできません。",
                advice: "アプリの運営者にお問い合わせください。"
            ),
            addressTaken: .init(
                title: "このアドレスはすでに使用されています",
                text: "メールが送信された後に、別のアカウントがこのアドレスを使用しました。",
                advice: "そのアカウントでログインするか、アプリで別のアドレスを選んでください。"
            ),
            targetRefused: .init(
                title: "許可されていない場所へのリンクです",
                text: "移動先のアドレス (continueUrl) が正しくないか、そのドメインが承認されていません。",
                advice: "アプリの開発者の方は、プロジェクトの承認済みドメインにこのドメインを追加してください。"
            ),
            switchedOff: .init(
                title: "この機能は無効になっています",
                text: "現在、アプリではこのリンクの操作が許可されていません。",
                advice: "アプリの運営者にお問い合わせください。"
            ),
            otherSite: .init(
                title: "何も変更されていません",
                text: "別のサイトのページから送信されたフォームは受け付けられません。",
                advice: "メールからリンクを直接開いてください。"
            ),
            failed: .init(
                title: "処理できませんでした",
                text: "サーバーがこのリンクの操作を実行できませんでした。",
                advice: "しばらくしてからもう一度お試しください。"
            )
        )
    )
}
