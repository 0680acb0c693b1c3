extension ActionTexts {
    /// The Portuguese texts, in the Brazilian variety.
    static let portuguese = Self(
        passwordReset: .init(
            title: "Escolha uma nova senha",
            text: "Para a sua conta %EMAIL% em %APP_NAME%.",
            button: "Salvar a senha",
            doneTitle: "Sua senha foi alterada",
            doneText: "Agora você pode entrar em %APP_NAME% com o endereço %EMAIL% e a nova senha."
        ),
        verifyEmail: .init(
            title: "Confirme seu endereço de e-mail",
            text: "Confirme que %EMAIL% é o seu endereço. Ele pertence à sua conta %APP_NAME%.",
            button: "Confirmar o endereço",
            doneTitle: "Seu endereço está confirmado",
            doneText: "%EMAIL% agora é o endereço confirmado da sua conta %APP_NAME%."
        ),
        verifyAndChangeEmail: .init(
            title: "Confirme seu novo endereço de e-mail",
            text: "A partir de agora, a sua conta %APP_NAME% usará %NEW_EMAIL% em vez de %EMAIL%.",
            button: "Confirmar o novo endereço",
            doneTitle: "Seu endereço foi alterado",
            doneText: "A sua conta %APP_NAME% agora usa %NEW_EMAIL%. De agora em diante, entre com esse endereço."
        ),
        recoverEmail: .init(
            title: "Desfazer a alteração do endereço",
            text: "O endereço da sua conta %APP_NAME% voltará a ser %EMAIL%.",
            button: "Desfazer a alteração",
            doneTitle: "A alteração foi desfeita",
            doneText: "A sua conta %APP_NAME% voltou a usar %EMAIL%."
        ),
        revertSecondFactorAddition: .init(
            title: "Remover o segundo fator",
            text: "Para entrar em %APP_NAME% com o endereço %EMAIL%, este segundo fator não será mais pedido:",
            button: "Remover o segundo fator",
            doneTitle: "O segundo fator foi removido",
            doneText: """
                Para entrar em %APP_NAME% com o endereço %EMAIL%, ele não é mais pedido. Se não foi você quem o adicionou, \
                escolha também uma nova senha.
                """
        ),
        password: .init(
            label: "Nova senha",
            repeatedLabel: "Nova senha, mais uma vez",
            show: "Mostrar a senha",
            requirements: "Sua senha precisa de:",
            minimumLength: "pelo menos %COUNT% caracteres",
            maximumLength: "no máximo %COUNT% caracteres",
            lowercase: "uma letra minúscula (a–z)",
            uppercase: "uma letra maiúscula (A–Z)",
            digit: "um dígito (0–9)",
            nonAlphanumeric: "um caractere especial, por exemplo ! ? # $",
            met: "atendido",
            unmet: "ainda não atendido",
            refused: "Esta senha ainda não atende a todos os requisitos. Ela precisa de:",
            differ: "As duas senhas são diferentes. Digite a nova senha outra vez."
        ),
        authenticatorApp: "Aplicativo autenticador",
        resetOffer: """
            Se não foi você quem alterou o endereço, outra pessoa pode saber a sua senha. O melhor é escolher uma nova.
            """,
        resetButton: "Enviar um link para uma nova senha",
        mailedTitle: "O e-mail está a caminho",
        mailedText: "Com o link no e-mail enviado para %EMAIL% você pode escolher uma nova senha.",
        goOn: "Continuar",
        close: "Você pode fechar esta página e voltar ao aplicativo.",
        smallPrint: """
            Esta página é do Firebreak, que substitui o Firebase Authentication durante o desenvolvimento.
            """,
        failures: .init(
            incomplete: .init(
                title: "Este link está incompleto",
                text: "Falta uma parte dele, ou alguma não foi entendida.",
                advice: "Abra o link diretamente do e-mail, ou copie-o por inteiro."
            ),
            noContinueURL: .init(
                title: "Este link não leva ao aplicativo",
                text: "Um link para entrar leva ao aplicativo, mas este não contém um endereço que possa ser aberto.",
                advice: "Peça um novo e-mail no aplicativo."
            ),
            unknown: .init(
                title: "Este link não funciona",
                text: "O código dele é desconhecido aqui. Talvez o link esteja incompleto ou seja de outro projeto.",
                advice: "Abra o link diretamente do e-mail, ou peça um novo e-mail no aplicativo."
            ),
            otherType: .init(
                title: "Este link não funciona",
                text: "O código dele serve para outra coisa, diferente do que o link diz.",
                advice: "Abra o link diretamente do e-mail, sem alterá-lo."
            ),
            expired: .init(
                title: "Este link expirou",
                text: "Os links dos e-mails só funcionam por um tempo limitado.",
                advice: "Peça um novo e-mail no aplicativo."
            ),
            used: .init(
                title: "Este link já foi usado",
                text: "Ele funciona apenas uma vez. Se foi você quem o usou, não é preciso fazer mais nada.",
                advice: "Caso contrário, peça um novo e-mail no aplicativo."
            ),
            superseded: .init(
                title: "Há um e-mail mais recente",
                text: "Desde que ele foi enviado, este link não funciona mais.",
                advice: "Abra o link do e-mail mais recente."
            ),
            accountGone: .init(
                title: "Não há conta para este link",
                text: "A conta foi excluída, ou tem outro endereço agora.",
                advice: "Entre com o seu endereço atual, ou peça um novo e-mail no aplicativo."
            ),
            accountDisabled: .init(
                title: "Esta conta está desativada",
                text: "Enquanto estiver, nada nela pode ser alterado aqui.",
                advice: "Entre em contato com os responsáveis pelo aplicativo."
            ),
            addressTaken: .init(
                title: "Este endereço já está em uso",
                text: "Desde que o e-mail foi enviado, outra conta recebeu o endereço.",
                advice: "Entre nessa outra conta, ou escolha outro endereço no aplicativo."
            ),
            targetRefused: .init(
                title: "Este link leva a um lugar não permitido",
                text: "O endereço seguinte (continueUrl) não é válido, ou o domínio dele não está autorizado.",
                advice: "Se você desenvolve o aplicativo, adicione o domínio aos domínios autorizados do projeto."
            ),
            switchedOff: .init(
                title: "Isto está desativado",
                text: "No momento, o aplicativo não permite aquilo para que este link serve.",
                advice: "Entre em contato com os responsáveis pelo aplicativo."
            ),
            otherSite: .init(
                title: "Nada foi alterado",
                text: "O formulário foi enviado pela página de outro site, o que esta página não aceita.",
                advice: "Abra o link diretamente do e-mail."
            ),
            failed: .init(
                title: "Não funcionou",
                text: "O servidor não conseguiu fazer aquilo para que este link serve.",
                advice: "Tente novamente mais tarde."
            )
        )
    )
}
