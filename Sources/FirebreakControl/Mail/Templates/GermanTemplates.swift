extension LanguageTemplates {
    /// The German texts.
    static let german = Self(
        greeting: .naming(.displayName, "Guten Tag %DISPLAY_NAME%,", otherwise: "Guten Tag,"),
        linkHint: "Falls die Schaltfläche nicht funktioniert, öffnen Sie bitte diese Adresse in Ihrem Browser:",
        closing: "Freundliche Grüße",
        signature: "Ihr Team von %APP_NAME%",
        emailSignIn: .init(
            subject: "Ihr Anmeldelink für %APP_NAME%",
            before: [
                """
                mit dem folgenden Link melden Sie sich als %EMAIL% bei %APP_NAME% an. Er funktioniert nur einmal.
                """
            ],
            button: "Anmelden",
            after: ["Wenn Sie ihn nicht angefordert haben, löschen Sie diese Nachricht einfach."]
        ),
        passwordReset: .init(
            subject: "Neues Passwort für %APP_NAME%",
            before: [
                """
                für Ihr Konto %EMAIL% bei %APP_NAME% wurde ein neues Passwort angefordert. Über den folgenden Link \
                legen Sie es fest.
                """
            ],
            button: "Neues Passwort festlegen",
            after: [
                """
                Kam die Anfrage nicht von Ihnen, brauchen Sie nichts zu tun: Ihr bisheriges Passwort bleibt gültig.
                """
            ]
        ),
        verifyEmail: .init(
            subject: "Bitte bestätigen Sie Ihre E-Mail-Adresse für %APP_NAME%",
            before: [
                """
                bei %APP_NAME% wurde %EMAIL% als Ihre E-Mail-Adresse angegeben. Bitte bestätigen Sie über den \
                folgenden Link, dass sie Ihnen gehört.
                """
            ],
            button: "Adresse bestätigen",
            after: ["Wenn Sie diese Adresse nicht angegeben haben, brauchen Sie nichts zu tun."]
        ),
        verifyAndChangeEmail: .init(
            subject: "Bitte bestätigen Sie Ihre neue E-Mail-Adresse für %APP_NAME%",
            before: [
                """
                Ihr Konto bei %APP_NAME% soll künftig die Adresse %NEW_EMAIL% verwenden. Die Änderung gilt, sobald Sie \
                sie über den folgenden Link bestätigen.
                """
            ],
            button: "Neue Adresse bestätigen",
            after: [
                """
                Wenn Sie das nicht veranlasst haben, öffnen Sie den Link bitte nicht. Ihre Adresse bleibt dann \
                unverändert.
                """
            ]
        ),
        recoverEmail: .init(
            subject: "Die E-Mail-Adresse Ihres Kontos bei %APP_NAME% wurde geändert",
            before: [
                .naming(
                    .newEmail,
                    "die Adresse %EMAIL% Ihres Kontos bei %APP_NAME% wurde durch %NEW_EMAIL% ersetzt.",
                    otherwise: "die Adresse %EMAIL% Ihres Kontos bei %APP_NAME% wurde ersetzt."),
                """
                Wenn Sie das selbst waren, ist nichts weiter zu tun. Andernfalls machen Sie die Änderung bitte über \
                den folgenden Link rückgängig.
                """,
            ],
            button: "Änderung rückgängig machen",
            after: ["Wir empfehlen, danach auch ein neues Passwort zu wählen."]
        ),
        revertSecondFactorAddition: .init(
            subject: "Neuer zweiter Faktor für Ihr Konto bei %APP_NAME%",
            before: [
                .naming(
                    .secondFactor,
                    """
                    die Anmeldung bei %APP_NAME% als %EMAIL% verlangt jetzt auch einen zweiten Faktor \
                    (%SECOND_FACTOR%).
                    """,
                    otherwise: "die Anmeldung bei %APP_NAME% als %EMAIL% verlangt jetzt auch einen zweiten Faktor."),
                "Wenn Sie ihn nicht selbst hinzugefügt haben, entfernen Sie ihn bitte über den folgenden Link.",
            ],
            button: "Zweiten Faktor entfernen",
            after: ["Wenn Sie ihn selbst hinzugefügt haben, brauchen Sie nichts zu tun."]
        ),
        smsSignIn: "%APP_NAME%: Ihr Code für die Anmeldung lautet %LOGIN_CODE%.",
        smsMFAEnrollment: """
            %APP_NAME%: Mit dem Code %LOGIN_CODE% fügen Sie diese Telefonnummer als zweiten Faktor hinzu.
            """,
        smsMFASignIn: """
            %APP_NAME%: Mit dem Code %LOGIN_CODE% schließen Sie die Anmeldung ab. Geben Sie ihn niemandem weiter.
            """
    )
}
