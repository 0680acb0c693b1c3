extension LanguageTemplates {
    /// The French texts.
    static let french = Self(
        greeting: .naming(.displayName, "Bonjour %DISPLAY_NAME%,", otherwise: "Bonjour,"),
        linkHint: "Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur\u{A0}:",
        closing: "Cordialement,",
        signature: "L’équipe %APP_NAME%",
        emailSignIn: .init(
            subject: "Votre lien de connexion à %APP_NAME%",
            before: [
                """
                Le lien ci-dessous vous connecte à %APP_NAME% avec l’adresse %EMAIL%. Il ne fonctionne qu’une seule \
                fois.
                """
            ],
            button: "Se connecter",
            after: ["Si vous n’êtes pas à l’origine de cette demande, supprimez simplement ce message."]
        ),
        passwordReset: .init(
            subject: "Nouveau mot de passe pour %APP_NAME%",
            before: [
                """
                Un nouveau mot de passe a été demandé pour votre compte %EMAIL% sur %APP_NAME%. Le lien ci-dessous \
                vous permet de le choisir.
                """
            ],
            button: "Choisir un nouveau mot de passe",
            after: [
                """
                Si cette demande ne vient pas de vous, vous n’avez rien à faire\u{A0}: votre mot de passe actuel reste \
                valable.
                """
            ]
        ),
        verifyEmail: .init(
            subject: "Merci de confirmer votre adresse e-mail pour %APP_NAME%",
            before: [
                """
                L’adresse %EMAIL% a été indiquée comme étant la vôtre sur %APP_NAME%. Merci de confirmer qu’elle vous \
                appartient à l’aide du lien ci-dessous.
                """
            ],
            button: "Confirmer l’adresse",
            after: ["Si vous n’avez pas indiqué cette adresse, vous n’avez rien à faire."]
        ),
        verifyAndChangeEmail: .init(
            subject: "Merci de confirmer votre nouvelle adresse e-mail pour %APP_NAME%",
            before: [
                """
                Vous avez demandé à utiliser désormais l’adresse %NEW_EMAIL% pour votre compte %APP_NAME%. Le \
                changement prendra effet dès que vous l’aurez confirmé à l’aide du lien ci-dessous.
                """
            ],
            button: "Confirmer la nouvelle adresse",
            after: ["Si vous n’avez rien demandé, n’ouvrez pas ce lien\u{A0}: votre adresse restera inchangée."]
        ),
        recoverEmail: .init(
            subject: "L’adresse e-mail de votre compte %APP_NAME% a changé",
            before: [
                .naming(
                    .newEmail,
                    "L’adresse %EMAIL% de votre compte %APP_NAME% a été remplacée par %NEW_EMAIL%.",
                    otherwise: "L’adresse %EMAIL% de votre compte %APP_NAME% a été remplacée."),
                """
                Si ce changement vient de vous, vous n’avez rien à faire. Sinon, annulez-le à l’aide du lien \
                ci-dessous.
                """,
            ],
            button: "Annuler le changement",
            after: ["Nous vous conseillons de choisir ensuite un nouveau mot de passe."]
        ),
        revertSecondFactorAddition: .init(
            subject: "Un second facteur a été ajouté à votre compte %APP_NAME%",
            before: [
                .naming(
                    .secondFactor,
                    """
                    La connexion à %APP_NAME% avec l’adresse %EMAIL% demande désormais aussi un second facteur \
                    (%SECOND_FACTOR%).
                    """,
                    otherwise: """
                        La connexion à %APP_NAME% avec l’adresse %EMAIL% demande désormais aussi un second facteur.
                        """),
                "Si vous ne l’avez pas ajouté vous-même, supprimez-le à l’aide du lien ci-dessous.",
            ],
            button: "Supprimer le second facteur",
            after: ["Si vous l’avez ajouté vous-même, vous n’avez rien à faire."]
        ),
        smsSignIn: "%APP_NAME%\u{A0}: votre code de connexion est %LOGIN_CODE%.",
        smsMFAEnrollment: """
            %APP_NAME%\u{A0}: saisissez le code %LOGIN_CODE% pour ajouter ce numéro de téléphone comme second facteur.
            """,
        smsMFASignIn: """
            %APP_NAME%\u{A0}: saisissez le code %LOGIN_CODE% pour terminer la connexion. Ne le communiquez à personne.
            """
    )
}
