extension ActionTexts {
    /// The German texts.
    static let german = Self(
        passwordReset: .init(
            title: "Neues Passwort festlegen",
            text: "Für Ihr Konto %EMAIL% bei %APP_NAME%.",
            button: "Passwort speichern",
            doneTitle: "Ihr Passwort wurde geändert",
            doneText: "Sie können sich jetzt als %EMAIL% mit Ihrem neuen Passwort bei %APP_NAME% anmelden."
        ),
        verifyEmail: .init(
            title: "E-Mail-Adresse bestätigen",
            text: "Bitte bestätigen Sie, dass %EMAIL% Ihre Adresse ist. Sie gehört zu Ihrem Konto bei %APP_NAME%.",
            button: "Adresse bestätigen",
            doneTitle: "Ihre Adresse ist bestätigt",
            doneText: "%EMAIL% ist jetzt als Adresse Ihres Kontos bei %APP_NAME% bestätigt."
        ),
        verifyAndChangeEmail: .init(
            title: "Neue E-Mail-Adresse bestätigen",
            text: "Ihr Konto bei %APP_NAME% verwendet künftig %NEW_EMAIL% statt %EMAIL%.",
            button: "Neue Adresse bestätigen",
            doneTitle: "Ihre Adresse wurde geändert",
            doneText: """
                Ihr Konto bei %APP_NAME% verwendet jetzt %NEW_EMAIL%. Bitte melden Sie sich von nun an mit dieser Adresse \
                an.
                """
        ),
        recoverEmail: .init(
            title: "Änderung Ihrer Adresse rückgängig machen",
            text: "Die Adresse Ihres Kontos bei %APP_NAME% wird auf %EMAIL% zurückgesetzt.",
            button: "Änderung rückgängig machen",
            doneTitle: "Die Änderung ist rückgängig gemacht",
            doneText: "Ihr Konto bei %APP_NAME% verwendet wieder %EMAIL%."
        ),
        revertSecondFactorAddition: .init(
            title: "Zweiten Faktor entfernen",
            text: "Die Anmeldung bei %APP_NAME% als %EMAIL% verlangt dann diesen zweiten Faktor nicht mehr:",
            button: "Zweiten Faktor entfernen",
            doneTitle: "Der zweite Faktor wurde entfernt",
            doneText: """
                Die Anmeldung bei %APP_NAME% als %EMAIL% verlangt ihn nicht mehr. Wenn Sie ihn nicht selbst hinzugefügt \
                haben, wählen Sie bitte auch ein neues Passwort.
                """
        ),
        password: .init(
            label: "Neues Passwort",
            repeatedLabel: "Neues Passwort wiederholen",
            show: "Passwort anzeigen",
            requirements: "Ihr Passwort braucht:",
            minimumLength: "mindestens %COUNT% Zeichen",
            maximumLength: "höchstens %COUNT% Zeichen",
            lowercase: "einen Kleinbuchstaben (a–z)",
            uppercase: "einen Großbuchstaben (A–Z)",
            digit: "eine Ziffer (0–9)",
            nonAlphanumeric: "ein Sonderzeichen, zum Beispiel ! ? # $",
            met: "erfüllt",
            unmet: "noch nicht erfüllt",
            refused: "Dieses Passwort erfüllt noch nicht alle Anforderungen. Es braucht:",
            differ: "Die beiden Passwörter sind verschieden. Bitte geben Sie das neue Passwort noch einmal ein."
        ),
        authenticatorApp: "Authenticator-App",
        resetOffer: """
            Wenn Sie die Adresse nicht selbst geändert haben, kennt womöglich jemand anderes Ihr Passwort. Am besten \
            legen Sie ein neues fest.
            """,
        resetButton: "Link für ein neues Passwort senden",
        mailedTitle: "Die E-Mail ist unterwegs",
        mailedText: "Über den Link in der E-Mail an %EMAIL% können Sie ein neues Passwort festlegen.",
        goOn: "Weiter",
        close: "Sie können diese Seite schließen und zur App zurückkehren.",
        smallPrint: """
            Diese Seite kommt von Firebreak, das während der Entwicklung an die Stelle von Firebase Authentication tritt.
            """,
        failures: .init(
            incomplete: .init(
                title: "Dieser Link ist unvollständig",
                text: "Ein Teil fehlt oder ist nicht verständlich.",
                advice: "Öffnen Sie den Link direkt aus der E-Mail, oder kopieren Sie ihn vollständig."
            ),
            noContinueURL: .init(
                title: "Dieser Link führt nicht zur App",
                text: "Ein Anmeldelink führt weiter zur App, doch in diesem fehlt eine Adresse, die sich öffnen lässt.",
                advice: "Fordern Sie in der App eine neue E-Mail an."
            ),
            unknown: .init(
                title: "Dieser Link funktioniert nicht",
                text: """
                    Sein Code ist hier unbekannt. Vielleicht ist der Link unvollständig oder gehört zu einem anderen \
                    Projekt.
                    """,
                advice: "Öffnen Sie den Link direkt aus der E-Mail, oder fordern Sie in der App eine neue an."
            ),
            otherType: .init(
                title: "Dieser Link funktioniert nicht",
                text: "Sein Code ist für etwas anderes bestimmt, als der Link angibt.",
                advice: "Öffnen Sie den Link unverändert direkt aus der E-Mail."
            ),
            expired: .init(
                title: "Dieser Link ist abgelaufen",
                text: "Links in E-Mails funktionieren nur für begrenzte Zeit.",
                advice: "Fordern Sie in der App eine neue E-Mail an."
            ),
            used: .init(
                title: "Dieser Link wurde schon verwendet",
                text: "Er funktioniert nur einmal. Wenn Sie selbst ihn verwendet haben, ist nichts weiter zu tun.",
                advice: "Andernfalls fordern Sie in der App eine neue E-Mail an."
            ),
            superseded: .init(
                title: "Es gibt eine neuere E-Mail",
                text: "Seit sie verschickt wurde, funktioniert dieser Link nicht mehr.",
                advice: "Öffnen Sie den Link in der neuesten E-Mail."
            ),
            accountGone: .init(
                title: "Zu diesem Link gibt es kein Konto",
                text: "Das Konto wurde gelöscht oder hat inzwischen eine andere Adresse.",
                advice:
                    "Melden Sie sich mit Ihrer aktuellen Adresse an, oder fordern Sie in der App eine neue E-Mail an."
            ),
            accountDisabled: .init(
                title: "Dieses Konto ist gesperrt",
                text: "Solange das so ist, lässt sich hier nichts daran ändern.",
                advice: "Bitte wenden Sie sich an den Betreiber der App."
            ),
            addressTaken: .init(
                title: "Diese Adresse ist vergeben",
                text: "Seit die E-Mail verschickt wurde, hat ein anderes Konto die Adresse erhalten.",
                advice: "Melden Sie sich bei jenem Konto an, oder wählen Sie in der App eine andere Adresse."
            ),
            targetRefused: .init(
                title: "Dieser Link führt an einen unerlaubten Ort",
                text:
                    "Die Adresse, zu der es weitergeht (continueUrl), ist ungültig oder ihre Domain nicht autorisiert.",
                advice:
                    "Wenn Sie die App entwickeln, ergänzen Sie die Domain in den autorisierten Domains des Projekts."
            ),
            switchedOff: .init(
                title: "Das ist abgeschaltet",
                text: "Die App erlaubt zurzeit nicht, wofür dieser Link gedacht ist.",
                advice: "Bitte wenden Sie sich an den Betreiber der App."
            ),
            otherSite: .init(
                title: "Es wurde nichts geändert",
                text: "Das Formular kam von einer fremden Website, was diese Seite nicht zulässt.",
                advice: "Öffnen Sie den Link direkt aus der E-Mail."
            ),
            failed: .init(
                title: "Das hat nicht geklappt",
                text: "Der Server konnte nicht ausführen, wofür dieser Link gedacht ist.",
                advice: "Bitte versuchen Sie es später noch einmal."
            )
        )
    )
}
