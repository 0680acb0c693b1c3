extension ActionTexts {
    /// The Spanish texts.
    static let spanish = Self(
        passwordReset: .init(
            title: "Elegir una nueva contraseña",
            text: "Para su cuenta %EMAIL% de %APP_NAME%.",
            button: "Guardar la contraseña",
            doneTitle: "Su contraseña se ha cambiado",
            doneText: "Ya puede iniciar sesión en %APP_NAME% como %EMAIL% con su nueva contraseña."
        ),
        verifyEmail: .init(
            title: "Confirmar su dirección de correo",
            text: "Confirme que %EMAIL% es su dirección. Pertenece a su cuenta de %APP_NAME%.",
            button: "Confirmar la dirección",
            doneTitle: "Su dirección está confirmada",
            doneText: "%EMAIL% es ahora la dirección confirmada de su cuenta de %APP_NAME%."
        ),
        verifyAndChangeEmail: .init(
            title: "Confirmar su nueva dirección de correo",
            text: "A partir de ahora, su cuenta de %APP_NAME% usará %NEW_EMAIL% en lugar de %EMAIL%.",
            button: "Confirmar la nueva dirección",
            doneTitle: "Su dirección se ha cambiado",
            doneText: """
                Su cuenta de %APP_NAME% usa ahora %NEW_EMAIL%. A partir de este momento, inicie sesión con esta dirección.
                """
        ),
        recoverEmail: .init(
            title: "Deshacer el cambio de dirección",
            text: "La dirección de su cuenta de %APP_NAME% volverá a ser %EMAIL%.",
            button: "Deshacer el cambio",
            doneTitle: "El cambio se ha deshecho",
            doneText: "Su cuenta de %APP_NAME% vuelve a usar %EMAIL%."
        ),
        revertSecondFactorAddition: .init(
            title: "Eliminar el segundo factor",
            text: "Para iniciar sesión en %APP_NAME% como %EMAIL% ya no se pedirá este segundo factor:",
            button: "Eliminar el segundo factor",
            doneTitle: "El segundo factor se ha eliminado",
            doneText: """
                Para iniciar sesión en %APP_NAME% como %EMAIL% ya no se pide. Si no lo había añadido usted, elija también \
                una nueva contraseña.
                """
        ),
        password: .init(
            label: "Nueva contraseña",
            repeatedLabel: "Nueva contraseña, otra vez",
            show: "Mostrar la contraseña",
            requirements: "Su contraseña necesita:",
            minimumLength: "al menos %COUNT% caracteres",
            maximumLength: "como máximo %COUNT% caracteres",
            lowercase: "una letra minúscula (a–z)",
            uppercase: "una letra mayúscula (A–Z)",
            digit: "una cifra (0–9)",
            nonAlphanumeric: "un carácter especial, por ejemplo ! ? # $",
            met: "cumplido",
            unmet: "aún no cumplido",
            refused: "Esta contraseña aún no cumple todos los requisitos. Necesita:",
            differ: "Las dos contraseñas son distintas. Vuelva a introducir la nueva contraseña."
        ),
        authenticatorApp: "Aplicación de autenticación",
        resetOffer: """
            Si no ha cambiado usted la dirección, es posible que otra persona conozca su contraseña. Lo mejor es elegir \
            una nueva.
            """,
        resetButton: "Enviarme un enlace para una nueva contraseña",
        mailedTitle: "El correo está en camino",
        mailedText: "Con el enlace del correo enviado a %EMAIL% podrá elegir una nueva contraseña.",
        goOn: "Continuar",
        close: "Puede cerrar esta página y volver a la aplicación.",
        smallPrint: """
            Esta página es de Firebreak, que sustituye a Firebase Authentication durante el desarrollo.
            """,
        failures: .init(
            incomplete: .init(
                title: "Este enlace está incompleto",
                text: "Le falta una parte, o alguna no se entiende.",
                advice: "Abra el enlace directamente desde el correo, o cópielo entero."
            ),
            noContinueURL: .init(
                title: "Este enlace no lleva a la aplicación",
                text: """
                    Un enlace para iniciar sesión lleva a la aplicación, pero este no contiene ninguna dirección que se \
                    pueda abrir.
                    """,
                advice: "Pida un nuevo correo en la aplicación."
            ),
            unknown: .init(
                title: "Este enlace no funciona",
                text: "Su código es desconocido aquí. Puede que el enlace esté incompleto o que sea de otro proyecto.",
                advice: "Abra el enlace directamente desde el correo, o pida uno nuevo en la aplicación."
            ),
            otherType: .init(
                title: "Este enlace no funciona",
                text: "Su código es para algo distinto de lo que dice el enlace.",
                advice: "Abra el enlace directamente desde el correo, sin modificarlo."
            ),
            expired: .init(
                title: "Este enlace ha caducado",
                text: "Los enlaces de los correos solo funcionan durante un tiempo limitado.",
                advice: "Pida un nuevo correo en la aplicación."
            ),
            used: .init(
                title: "Este enlace ya se ha usado",
                text: "Solo funciona una vez. Si lo ha usado usted, no tiene que hacer nada más.",
                advice: "De lo contrario, pida un nuevo correo en la aplicación."
            ),
            superseded: .init(
                title: "Hay un correo más reciente",
                text: "Desde que se envió, este enlace ha dejado de funcionar.",
                advice: "Abra el enlace del correo más reciente."
            ),
            accountGone: .init(
                title: "No hay ninguna cuenta para este enlace",
                text: "La cuenta se ha eliminado, o ahora tiene otra dirección.",
                advice: "Inicie sesión con su dirección actual, o pida un nuevo correo en la aplicación."
            ),
            accountDisabled: .init(
                title: "Esta cuenta está inhabilitada",
                text: "Mientras lo esté, aquí no se puede cambiar nada en ella.",
                advice: "Póngase en contacto con los responsables de la aplicación."
            ),
            addressTaken: .init(
                title: "Esta dirección está ocupada",
                text: "Desde que se envió el correo, otra cuenta ha recibido la dirección.",
                advice: "Inicie sesión en esa otra cuenta, o elija otra dirección en la aplicación."
            ),
            targetRefused: .init(
                title: "Este enlace lleva a un lugar no permitido",
                text: """
                    La dirección a la que se sigue (continueUrl) no es válida, o su dominio no está autorizado.
                    """,
                advice: "Si desarrolla la aplicación, añada el dominio a los dominios autorizados del proyecto."
            ),
            switchedOff: .init(
                title: "Esto está desactivado",
                text: "Por ahora, la aplicación no permite aquello para lo que sirve este enlace.",
                advice: "Póngase en contacto con los responsables de la aplicación."
            ),
            otherSite: .init(
                title: "No se ha cambiado nada",
                text: "El formulario lo envió la página de otro sitio, y esta página no lo acepta.",
                advice: "Abra el enlace directamente desde el correo."
            ),
            failed: .init(
                title: "No ha funcionado",
                text: "El servidor no ha podido hacer aquello para lo que sirve este enlace.",
                advice: "Inténtelo de nuevo más tarde."
            )
        )
    )
}
