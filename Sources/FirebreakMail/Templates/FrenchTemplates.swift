extension LanguageTemplates<String> {
    /// The French texts.
    static var french: Self {
        .init(
            greeting: "Bonjour,",
            namedGreeting: "Bonjour {{displayName}},",
            linkHint: "Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur\u{A0}:",
            closing: "Cordialement,",
            signature: "L’équipe {{appName}}",
            emailSignIn: .init(
                subject: "Votre lien de connexion à {{appName}}",
                before: [
                    """
                    Le lien ci-dessous vous connecte à {{appName}} avec l’adresse {{email}}. Il ne fonctionne \
                    qu’une seule fois.
                    """
                ],
                button: "Se connecter",
                after: ["Si vous n’êtes pas à l’origine de cette demande, supprimez simplement ce message."]
            ),
            passwordReset: .init(
                subject: "Nouveau mot de passe pour {{appName}}",
                before: [
                    """
                    Un nouveau mot de passe a été demandé pour votre compte {{email}} sur {{appName}}. Le lien \
                    ci-dessous vous permet de le choisir.
                    """
                ],
                button: "Choisir un nouveau mot de passe",
                after: [
                    """
                    Si cette demande ne vient pas de vous, vous n’avez rien à faire\u{A0}: votre mot de passe \
                    actuel reste valable.
                    """
                ]
            ),
            verifyEmail: .init(
                subject: "Merci de confirmer votre adresse e-mail pour {{appName}}",
                before: [
                    """
                    L’adresse {{email}} a été indiquée comme étant la vôtre sur {{appName}}. Merci de confirmer \
                    qu’elle vous appartient à l’aide du lien ci-dessous.
                    """
                ],
                button: "Confirmer l’adresse",
                after: ["Si vous n’avez pas indiqué cette adresse, vous n’avez rien à faire."]
            ),
            verifyAndChangeEmail: .init(
                subject: "Merci de confirmer votre nouvelle adresse e-mail pour {{appName}}",
                before: [
                    """
                    Vous avez demandé à utiliser désormais l’adresse {{newAddress}} pour votre compte \
                    {{appName}}. Le changement prendra effet dès que vous l’aurez confirmé à l’aide du lien \
                    ci-dessous.
                    """
                ],
                button: "Confirmer la nouvelle adresse",
                after: ["Si vous n’avez rien demandé, n’ouvrez pas ce lien\u{A0}: votre adresse restera inchangée."]
            ),
            recoverEmail: .init(
                subject: "L’adresse e-mail de votre compte {{appName}} a changé",
                before: [
                    """
                    L’adresse {{email}} de votre compte {{appName}} a été remplacée{{#newEmail}} par \
                    {{newEmail}}{{/newEmail}}.
                    """,
                    """
                    Si ce changement vient de vous, vous n’avez rien à faire. Sinon, annulez-le à l’aide du lien \
                    ci-dessous.
                    """,
                ],
                button: "Annuler le changement",
                after: ["Nous vous conseillons de choisir ensuite un nouveau mot de passe."]
            ),
            revertSecondFactorAddition: .init(
                subject: "Un second facteur a été ajouté à votre compte {{appName}}",
                before: [
                    """
                    La connexion à {{appName}} avec l’adresse {{email}} demande désormais aussi un second \
                    facteur{{#secondFactor}} ({{secondFactor}}){{/secondFactor}}.
                    """,
                    "Si vous ne l’avez pas ajouté vous-même, supprimez-le à l’aide du lien ci-dessous.",
                ],
                button: "Supprimer le second facteur",
                after: ["Si vous l’avez ajouté vous-même, vous n’avez rien à faire."]
            ),
            smsSignIn: "{{appName}}\u{A0}: votre code de connexion est {{code}}.",
            smsMFAEnrollment: """
                {{appName}}\u{A0}: saisissez le code {{code}} pour ajouter ce numéro de téléphone comme second \
                facteur.
                """,
            smsMFASignIn: """
                {{appName}}\u{A0}: saisissez le code {{code}} pour terminer la connexion. Ne le communiquez à \
                personne.
                """
        )
    }
}
