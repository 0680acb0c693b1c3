extension ActionTexts {
    /// The French texts.
    static let french = Self(
        passwordReset: .init(
            title: "Choisir un nouveau mot de passe",
            text: "Pour votre compte %EMAIL% sur %APP_NAME%.",
            button: "Enregistrer le mot de passe",
            doneTitle: "Votre mot de passe a été modifié",
            doneText: """
                Vous pouvez désormais vous connecter à %APP_NAME% avec l’adresse %EMAIL% et votre nouveau mot de passe.
                """
        ),
        verifyEmail: .init(
            title: "Confirmer votre adresse e-mail",
            text: """
                Merci de confirmer que l’adresse %EMAIL% est bien la vôtre. Elle est associée à votre compte %APP_NAME%.
                """,
            button: "Confirmer l’adresse",
            doneTitle: "Votre adresse est confirmée",
            doneText: "%EMAIL% est maintenant l’adresse confirmée de votre compte %APP_NAME%."
        ),
        verifyAndChangeEmail: .init(
            title: "Confirmer votre nouvelle adresse e-mail",
            text: "Votre compte %APP_NAME% utilisera désormais l’adresse %NEW_EMAIL% au lieu de %EMAIL%.",
            button: "Confirmer la nouvelle adresse",
            doneTitle: "Votre adresse a été modifiée",
            doneText: """
                Votre compte %APP_NAME% utilise maintenant l’adresse %NEW_EMAIL%. C’est avec elle que vous vous \
                connecterez désormais.
                """
        ),
        recoverEmail: .init(
            title: "Annuler le changement d’adresse",
            text: "L’adresse de votre compte %APP_NAME% redeviendra %EMAIL%.",
            button: "Annuler le changement",
            doneTitle: "Le changement a été annulé",
            doneText: "Votre compte %APP_NAME% utilise de nouveau l’adresse %EMAIL%."
        ),
        revertSecondFactorAddition: .init(
            title: "Supprimer le second facteur",
            text: """
                La connexion à %APP_NAME% avec l’adresse %EMAIL% ne demandera plus ce second facteur\u{A0}:
                """,
            button: "Supprimer le second facteur",
            doneTitle: "Le second facteur a été supprimé",
            doneText: """
                La connexion à %APP_NAME% avec l’adresse %EMAIL% ne le demande plus. Si vous ne l’aviez pas ajouté \
                vous-même, choisissez aussi un nouveau mot de passe.
                """
        ),
        password: .init(
            label: "Nouveau mot de passe",
            repeatedLabel: "Nouveau mot de passe, une seconde fois",
            show: "Afficher le mot de passe",
            requirements: "Votre mot de passe doit comporter\u{A0}:",
            minimumLength: "au moins %COUNT% caractères",
            maximumLength: "au plus %COUNT% caractères",
            lowercase: "une lettre minuscule (a–z)",
            uppercase: "une lettre majuscule (A–Z)",
            digit: "un chiffre (0–9)",
            nonAlphanumeric: "un caractère spécial, par exemple ! ? # $",
            met: "rempli",
            unmet: "pas encore rempli",
            refused: "Ce mot de passe ne remplit pas encore toutes les conditions. Il doit comporter\u{A0}:",
            differ: "Les deux mots de passe sont différents. Saisissez de nouveau le nouveau mot de passe."
        ),
        authenticatorApp: "Application d’authentification",
        resetOffer: """
            Si vous n’avez pas changé l’adresse vous-même, quelqu’un d’autre connaît peut-être votre mot de passe. \
            Mieux vaut en choisir un nouveau.
            """,
        resetButton: "M’envoyer un lien pour un nouveau mot de passe",
        mailedTitle: "L’e-mail est en route",
        mailedText: "Le lien contenu dans l’e-mail envoyé à %EMAIL% vous permet de choisir un nouveau mot de passe.",
        goOn: "Continuer",
        close: "Vous pouvez fermer cette page et revenir à l’application.",
        smallPrint: """
            Cette page vient de Firebreak, qui remplace Firebase Authentication pendant le développement.
            """,
        failures: .init(
            incomplete: .init(
                title: "Ce lien est incomplet",
                text: "Il lui manque une partie, ou l’une d’elles est incompréhensible.",
                advice: "Ouvrez le lien directement depuis l’e-mail, ou copiez-le en entier."
            ),
            noContinueURL: .init(
                title: "Ce lien ne mène pas à l’application",
                text: "Un lien de connexion mène à l’application, mais celui-ci ne contient aucune adresse à ouvrir.",
                advice: "Demandez un nouvel e-mail dans l’application."
            ),
            unknown: .init(
                title: "Ce lien ne fonctionne pas",
                text: "Son code est inconnu ici. Le lien est peut-être incomplet, ou appartient à un autre projet.",
                advice: """
                    Ouvrez le lien directement depuis l’e-mail, ou demandez un nouvel e-mail dans l’application.
                    """
            ),
            otherType: .init(
                title: "Ce lien ne fonctionne pas",
                text: "Son code est destiné à autre chose que ce qu’indique le lien.",
                advice: "Ouvrez le lien directement depuis l’e-mail, sans le modifier."
            ),
            expired: .init(
                title: "Ce lien a expiré",
                text: "Les liens des e-mails ne fonctionnent que pendant un temps limité.",
                advice: "Demandez un nouvel e-mail dans l’application."
            ),
            used: .init(
                title: "Ce lien a déjà été utilisé",
                text: "Il ne fonctionne qu’une seule fois. Si c’est vous qui l’avez utilisé, vous n’avez rien à faire.",
                advice: "Sinon, demandez un nouvel e-mail dans l’application."
            ),
            superseded: .init(
                title: "Il existe un e-mail plus récent",
                text: "Depuis son envoi, ce lien ne fonctionne plus.",
                advice: "Ouvrez le lien de l’e-mail le plus récent."
            ),
            accountGone: .init(
                title: "Aucun compte ne correspond à ce lien",
                text: "Le compte a été supprimé, ou son adresse a changé depuis.",
                advice: """
                    Connectez-vous avec votre adresse actuelle, ou demandez un nouvel e-mail dans l’application.
                    """
            ),
            accountDisabled: .init(
                title: "Ce compte est désactivé",
                text: "Tant qu’il l’est, rien ne peut y être modifié ici.",
                advice: "Adressez-vous aux responsables de l’application."
            ),
            addressTaken: .init(
                title: "Cette adresse est déjà prise",
                text: "Depuis l’envoi de l’e-mail, un autre compte a reçu cette adresse.",
                advice: "Connectez-vous à cet autre compte, ou choisissez une autre adresse dans l’application."
            ),
            targetRefused: .init(
                title: "Ce lien mène à un endroit non autorisé",
                text: "L’adresse à ouvrir ensuite (continueUrl) n’est pas valable, ou son domaine n’est pas autorisé.",
                advice: "Si vous développez l’application, ajoutez le domaine aux domaines autorisés du projet."
            ),
            switchedOff: .init(
                title: "Cette fonction est désactivée",
                text: "Pour le moment, l’application ne permet pas ce à quoi sert ce lien.",
                advice: "Adressez-vous aux responsables de l’application."
            ),
            otherSite: .init(
                title: "Rien n’a été modifié",
                text: "Le formulaire a été envoyé par un autre site, ce que cette page n’accepte pas.",
                advice: "Ouvrez le lien directement depuis l’e-mail."
            ),
            failed: .init(
                title: "Cela n’a pas fonctionné",
                text: "Le serveur n’a pas pu exécuter ce à quoi sert ce lien.",
                advice: "Réessayez plus tard."
            )
        )
    )
}
