// The wordings are our own.

extension DefaultTemplateTexts {
    static let german = DefaultTemplateTexts(
        greeting: "Hallo %DISPLAY_NAME%,", plainGreeting: "Hallo,",
        closing: ["Vielen Dank,", "Ihr %APP_NAME%-Team"],
        resetPassword: Mail(
            subject: "Passwort für %APP_NAME% zurücksetzen", isPersonal: false,
            before: ["Mit diesem Link setzen Sie das Passwort Ihres Kontos %EMAIL% bei %APP_NAME% zurück."],
            after: "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren."),
        verifyEmail: Mail(
            subject: "E-Mail-Adresse für %APP_NAME% bestätigen",
            before: ["Mit diesem Link bestätigen Sie Ihre E-Mail-Adresse."],
            after: "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren."),
        changeEmail: Mail(
            subject: "Ihre Anmeldeadresse für %APP_NAME% wurde geändert",
            before: [
                "Ihre Anmeldeadresse für %APP_NAME% ist jetzt %NEW_EMAIL%.",
                "Wenn Sie das nicht angefordert haben, machen Sie die Änderung mit diesem Link rückgängig.",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "Ihr Konto bei %APP_NAME% hat jetzt eine Bestätigung in zwei Schritten",
            before: [
                "Ihrem Konto bei %APP_NAME% wurde %SECOND_FACTOR% als zweiter Schritt hinzugefügt.",
                "Wenn Sie das nicht waren, entfernen Sie ihn mit diesem Link.",
            ]),
        sms: "%LOGIN_CODE% ist Ihr Bestätigungscode für %APP_NAME%.")

    static let french = DefaultTemplateTexts(
        greeting: "Bonjour %DISPLAY_NAME%,", plainGreeting: "Bonjour,",
        closing: ["Merci,", "L’équipe %APP_NAME%"],
        resetPassword: Mail(
            subject: "Réinitialiser votre mot de passe %APP_NAME%", isPersonal: false,
            before: ["Ce lien réinitialise le mot de passe %APP_NAME% de votre compte %EMAIL%."],
            after: "Si vous n’avez rien demandé, ignorez cet e-mail."),
        verifyEmail: Mail(
            subject: "Confirmer votre adresse e-mail pour %APP_NAME%",
            before: ["Ce lien confirme votre adresse e-mail."],
            after: "Si vous n’avez rien demandé, ignorez cet e-mail."),
        changeEmail: Mail(
            subject: "Votre adresse de connexion à %APP_NAME% a changé",
            before: [
                "Votre adresse de connexion à %APP_NAME% est désormais %NEW_EMAIL%.",
                "Si vous n’avez rien demandé, ce lien rétablit votre ancienne adresse.",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "La validation en deux étapes protège votre compte %APP_NAME%",
            before: [
                "%SECOND_FACTOR% a été ajouté à votre compte %APP_NAME% pour la validation en deux étapes.",
                "Si ce n’était pas vous, ce lien l’enlève.",
            ]),
        sms: "%LOGIN_CODE% est votre code de validation pour %APP_NAME%.")

    static let spanish = DefaultTemplateTexts(
        greeting: "Hola, %DISPLAY_NAME%:", plainGreeting: "Hola:",
        closing: ["Gracias,", "El equipo de %APP_NAME%"],
        resetPassword: Mail(
            subject: "Restablece tu contraseña de %APP_NAME%", isPersonal: false,
            before: ["Con este enlace restableces la contraseña de tu cuenta %EMAIL% en %APP_NAME%."],
            after: "Si no lo has pedido, puedes ignorar este correo."),
        verifyEmail: Mail(
            subject: "Confirma tu correo electrónico para %APP_NAME%",
            before: ["Con este enlace confirmas tu dirección de correo electrónico."],
            after: "Si no lo has pedido, puedes ignorar este correo."),
        changeEmail: Mail(
            subject: "Ha cambiado tu correo de acceso a %APP_NAME%",
            before: [
                "Tu correo de acceso a %APP_NAME% ahora es %NEW_EMAIL%.",
                "Si no lo has pedido, recupera el anterior con este enlace.",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "Tu cuenta de %APP_NAME% tiene verificación en dos pasos",
            before: [
                "Se ha añadido %SECOND_FACTOR% a tu cuenta de %APP_NAME% para la verificación en dos pasos.",
                "Si no has sido tú, quítalo con este enlace.",
            ]),
        sms: "%LOGIN_CODE% es tu código de verificación de %APP_NAME%.")

    static let portuguese = DefaultTemplateTexts(
        greeting: "Olá, %DISPLAY_NAME%,", plainGreeting: "Olá,",
        closing: ["Obrigado,", "Equipe do %APP_NAME%"],
        resetPassword: Mail(
            subject: "Redefina sua senha do %APP_NAME%", isPersonal: false,
            before: ["Use este link para redefinir a senha da sua conta %EMAIL% no %APP_NAME%."],
            after: "Se você não pediu isso, ignore este e-mail."),
        verifyEmail: Mail(
            subject: "Confirme seu e-mail para o %APP_NAME%",
            before: ["Use este link para confirmar seu endereço de e-mail."],
            after: "Se você não pediu isso, ignore este e-mail."),
        changeEmail: Mail(
            subject: "Seu e-mail de login do %APP_NAME% mudou",
            before: [
                "Seu e-mail de login do %APP_NAME% agora é %NEW_EMAIL%.",
                "Se você não pediu isso, use este link para voltar ao anterior.",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "Sua conta do %APP_NAME% tem verificação em duas etapas",
            before: [
                "%SECOND_FACTOR% foi adicionado à sua conta do %APP_NAME% para a verificação em duas etapas.",
                "Se não foi você, use este link para remover.",
            ]),
        sms: "%LOGIN_CODE% é seu código de verificação do %APP_NAME%.")

    static let russian = DefaultTemplateTexts(
        greeting: "Здравствуйте, %DISPLAY_NAME%!", plainGreeting: "Здравствуйте!",
        closing: ["Спасибо!", "Команда %APP_NAME%"],
        resetPassword: Mail(
            subject: "Сброс пароля для %APP_NAME%", isPersonal: false,
            before: ["Перейдите по ссылке, чтобы сбросить пароль аккаунта %EMAIL% в %APP_NAME%."],
            after: "Если вы об этом не просили, не обращайте внимания на это письмо."),
        verifyEmail: Mail(
            subject: "Подтвердите адрес электронной почты для %APP_NAME%",
            before: ["Перейдите по ссылке, чтобы подтвердить адрес электронной почты."],
            after: "Если вы об этом не просили, не обращайте внимания на это письмо."),
        changeEmail: Mail(
            subject: "Адрес для входа в %APP_NAME% изменён",
            before: [
                "Ваш адрес для входа в %APP_NAME% теперь %NEW_EMAIL%.",
                "Если вы об этом не просили, верните прежний адрес по этой ссылке.",
            ]),
        revertSecondFactorAddition: Mail(
            subject: "В аккаунте %APP_NAME% включена двухэтапная проверка",
            before: [
                "В ваш аккаунт %APP_NAME% добавлен %SECOND_FACTOR% для двухэтапной проверки.",
                "Если это сделали не вы, удалите его по этой ссылке.",
            ]),
        sms: "%LOGIN_CODE% — ваш код подтверждения для %APP_NAME%.")
}
