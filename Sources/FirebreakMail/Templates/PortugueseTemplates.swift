extension LanguageTemplates<String> {
    /// The Portuguese texts, in the Brazilian variety.
    static var portuguese: Self {
        .init(
            greeting: "Olá!",
            namedGreeting: "Olá, {{displayName}}!",
            linkHint: "Se o botão não funcionar, abra este endereço no seu navegador:",
            closing: "Atenciosamente,",
            signature: "Equipe {{appName}}",
            emailSignIn: .init(
                subject: "Seu link para entrar em {{appName}}",
                before: [
                    """
                    Com o link abaixo você entra em {{appName}} com o endereço {{email}}. Ele funciona apenas uma \
                    vez.
                    """
                ],
                button: "Entrar",
                after: ["Se você não fez esse pedido, basta excluir esta mensagem."]
            ),
            passwordReset: .init(
                subject: "Nova senha para {{appName}}",
                before: [
                    """
                    Recebemos um pedido de nova senha para a sua conta {{email}} em {{appName}}. Você pode \
                    escolhê-la pelo link abaixo.
                    """
                ],
                button: "Escolher uma nova senha",
                after: ["Se o pedido não foi seu, não é preciso fazer nada: a senha atual continua valendo."]
            ),
            verifyEmail: .init(
                subject: "Confirme seu endereço de e-mail para {{appName}}",
                before: [
                    """
                    O endereço {{email}} foi informado como seu em {{appName}}. Confirme pelo link abaixo que ele \
                    pertence a você.
                    """
                ],
                button: "Confirmar o endereço",
                after: ["Se você não informou esse endereço, não é preciso fazer nada."]
            ),
            verifyAndChangeEmail: .init(
                subject: "Confirme seu novo endereço de e-mail para {{appName}}",
                before: [
                    """
                    Você pediu para usar o endereço {{newAddress}} na sua conta {{appName}} a partir de agora. A \
                    mudança passa a valer assim que você a confirmar pelo link abaixo.
                    """
                ],
                button: "Confirmar o novo endereço",
                after: ["Se você não fez esse pedido, não abra o link: seu endereço continuará o mesmo."]
            ),
            recoverEmail: .init(
                subject: "O endereço de e-mail da sua conta {{appName}} foi alterado",
                before: [
                    """
                    O endereço {{email}} da sua conta {{appName}} foi substituído{{#newEmail}} por \
                    {{newEmail}}{{/newEmail}}.
                    """,
                    "Se foi você, não é preciso fazer nada. Caso contrário, desfaça a alteração pelo link abaixo.",
                ],
                button: "Desfazer a alteração",
                after: ["Recomendamos escolher uma nova senha em seguida."]
            ),
            revertSecondFactorAddition: .init(
                subject: "Um segundo fator foi adicionado à sua conta {{appName}}",
                before: [
                    """
                    Para entrar em {{appName}} com o endereço {{email}}, agora também é pedido um segundo \
                    fator{{#secondFactor}} ({{secondFactor}}){{/secondFactor}}.
                    """,
                    "Se não foi você quem o adicionou, remova-o pelo link abaixo.",
                ],
                button: "Remover o segundo fator",
                after: ["Se foi você, não é preciso fazer nada."]
            ),
            smsSignIn: "{{appName}}: seu código para entrar é {{code}}.",
            smsMFAEnrollment: """
                {{appName}}: digite o código {{code}} para adicionar este número de telefone como segundo fator.
                """,
            smsMFASignIn: "{{appName}}: digite o código {{code}} para concluir o acesso. Não o compartilhe com ninguém."
        )
    }
}
