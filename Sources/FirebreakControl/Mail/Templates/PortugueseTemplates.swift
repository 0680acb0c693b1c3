extension LanguageTemplates {
    /// The Portuguese texts, in the Brazilian variety.
    static let portuguese = Self(
        greeting: .naming(.displayName, "Olá, %DISPLAY_NAME%!", otherwise: "Olá!"),
        linkHint: "Se o botão não funcionar, abra este endereço no seu navegador:",
        closing: "Atenciosamente,",
        signature: "Equipe %APP_NAME%",
        emailSignIn: .init(
            subject: "Seu link para entrar em %APP_NAME%",
            before: [
                """
                Com o link abaixo você entra em %APP_NAME% com o endereço %EMAIL%. Ele funciona apenas uma vez.
                """
            ],
            button: "Entrar",
            after: ["Se você não fez esse pedido, basta excluir esta mensagem."]
        ),
        passwordReset: .init(
            subject: "Nova senha para %APP_NAME%",
            before: [
                """
                Recebemos um pedido de nova senha para a sua conta %EMAIL% em %APP_NAME%. Você pode escolhê-la pelo \
                link abaixo.
                """
            ],
            button: "Escolher uma nova senha",
            after: ["Se o pedido não foi seu, não é preciso fazer nada: a senha atual continua valendo."]
        ),
        verifyEmail: .init(
            subject: "Confirme seu endereço de e-mail para %APP_NAME%",
            before: [
                """
                O endereço %EMAIL% foi informado como seu em %APP_NAME%. Confirme pelo link abaixo que ele pertence a \
                você.
                """
            ],
            button: "Confirmar o endereço",
            after: ["Se você não informou esse endereço, não é preciso fazer nada."]
        ),
        verifyAndChangeEmail: .init(
            subject: "Confirme seu novo endereço de e-mail para %APP_NAME%",
            before: [
                """
                Você pediu para usar o endereço %NEW_EMAIL% na sua conta %APP_NAME% a partir de agora. A mudança passa \
                a valer assim que você a confirmar pelo link abaixo.
                """
            ],
            button: "Confirmar o novo endereço",
            after: ["Se você não fez esse pedido, não abra o link: seu endereço continuará o mesmo."]
        ),
        recoverEmail: .init(
            subject: "O endereço de e-mail da sua conta %APP_NAME% foi alterado",
            before: [
                .naming(
                    .newEmail,
                    "O endereço %EMAIL% da sua conta %APP_NAME% foi substituído por %NEW_EMAIL%.",
                    otherwise: "O endereço %EMAIL% da sua conta %APP_NAME% foi substituído."),
                "Se foi você, não é preciso fazer nada. Caso contrário, desfaça a alteração pelo link abaixo.",
            ],
            button: "Desfazer a alteração",
            after: ["Recomendamos escolher uma nova senha em seguida."]
        ),
        revertSecondFactorAddition: .init(
            subject: "Um segundo fator foi adicionado à sua conta %APP_NAME%",
            before: [
                .naming(
                    .secondFactor,
                    """
                    Para entrar em %APP_NAME% com o endereço %EMAIL%, agora também é pedido um segundo fator \
                    (%SECOND_FACTOR%).
                    """,
                    otherwise: """
                        Para entrar em %APP_NAME% com o endereço %EMAIL%, agora também é pedido um segundo fator.
                        """),
                "Se não foi você quem o adicionou, remova-o pelo link abaixo.",
            ],
            button: "Remover o segundo fator",
            after: ["Se foi você, não é preciso fazer nada."]
        ),
        smsSignIn: "%APP_NAME%: seu código para entrar é %LOGIN_CODE%.",
        smsMFAEnrollment: """
            %APP_NAME%: digite o código %LOGIN_CODE% para adicionar este número de telefone como segundo fator.
            """,
        smsMFASignIn: "%APP_NAME%: digite o código %LOGIN_CODE% para concluir o acesso. Não o compartilhe com ninguém."
    )
}
