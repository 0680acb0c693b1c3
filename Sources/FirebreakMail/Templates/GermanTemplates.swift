extension LanguageTemplates<String> {
    /// The German texts.
    static var german: Self {
        .init(
            greeting: "Guten Tag,",
            namedGreeting: "Guten Tag {{displayName}},",
            linkHint: "Falls die Schaltfläche nicht funktioniert, öffnen Sie bitte diese Adresse in Ihrem Browser:",
            closing: "Freundliche Grüße",
            signature: "Ihr Team von {{appName}}",
            emailSignIn: .init(
                subject: "Ihr Anmeldelink für {{appName}}",
                before: [
                    """
                    mit dem folgenden Link melden Sie sich als {{email}} bei {{appName}} an. Er funktioniert nur \
                    einmal.
                    """
                ],
                button: "Anmelden",
                after: ["Wenn Sie ihn nicht angefordert haben, löschen Sie diese Nachricht einfach."]
            ),
            passwordReset: .init(
                subject: "Neues Passwort für {{appName}}",
                before: [
                    """
                    für Ihr Konto {{email}} bei {{appName}} wurde ein neues Passwort angefordert. Über den \
                    folgenden Link legen Sie es fest.
                    """
                ],
                button: "Neues Passwort festlegen",
                after: [
                    """
                    Kam die Anfrage nicht von Ihnen, brauchen Sie nichts zu tun: Ihr bisheriges Passwort bleibt \
                    gültig.
                    """
                ]
            ),
            verifyEmail: .init(
                subject: "Bitte bestätigen Sie Ihre E-Mail-Adresse für {{appName}}",
                before: [
                    """
                    bei {{appName}} wurde {{email}} als Ihre E-Mail-Adresse angegeben. Bitte bestätigen Sie über \
                    den folgenden Link, dass sie Ihnen gehört.
                    """
                ],
                button: "Adresse bestätigen",
                after: ["Wenn Sie diese Adresse nicht angegeben haben, brauchen Sie nichts zu tun."]
            ),
            verifyAndChangeEmail: .init(
                subject: "Bitte bestätigen Sie Ihre neue E-Mail-Adresse für {{appName}}",
                before: [
                    """
                    Ihr Konto bei {{appName}} soll künftig die Adresse {{newAddress}} verwenden. Die Änderung \
                    gilt, sobald Sie sie über den folgenden Link bestätigen.
                    """
                ],
                button: "Neue Adresse bestätigen",
                after: [
                    """
                    Wenn Sie das nicht veranlasst haben, öffnen Sie den Link bitte nicht. Ihre Adresse bleibt \
                    dann unverändert.
                    """
                ]
            ),
            recoverEmail: .init(
                subject: "Die E-Mail-Adresse Ihres Kontos bei {{appName}} wurde geändert",
                before: [
                    """
                    die Adresse {{email}} Ihres Kontos bei {{appName}} wurde{{#newEmail}} durch \
                    {{newEmail}}{{/newEmail}} ersetzt.
                    """,
                    """
                    Wenn Sie das selbst waren, ist nichts weiter zu tun. Andernfalls machen Sie die Änderung \
                    bitte über den folgenden Link rückgängig.
                    """,
                ],
                button: "Änderung rückgängig machen",
                after: ["Wir empfehlen, danach auch ein neues Passwort zu wählen."]
            ),
            revertSecondFactorAddition: .init(
                subject: "Neuer zweiter Faktor für Ihr Konto bei {{appName}}",
                before: [
                    """
                    die Anmeldung bei {{appName}} als {{email}} verlangt jetzt auch einen zweiten \
                    Faktor{{#secondFactor}} ({{secondFactor}}){{/secondFactor}}.
                    """,
                    "Wenn Sie ihn nicht selbst hinzugefügt haben, entfernen Sie ihn bitte über den folgenden Link.",
                ],
                button: "Zweiten Faktor entfernen",
                after: ["Wenn Sie ihn selbst hinzugefügt haben, brauchen Sie nichts zu tun."]
            ),
            smsSignIn: "{{appName}}: Ihr Code für die Anmeldung lautet {{code}}.",
            smsMFAEnrollment: """
                {{appName}}: Mit dem Code {{code}} fügen Sie diese Telefonnummer als zweiten Faktor hinzu.
                """,
            smsMFASignIn: """
                {{appName}}: Mit dem Code {{code}} schließen Sie die Anmeldung ab. Geben Sie ihn niemandem weiter.
                """
        )
    }
}
