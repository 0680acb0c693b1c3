extension LanguageTemplates {
    /// The Spanish texts.
    static let spanish = Self(
        greeting: .naming(.displayName, "Hola, %DISPLAY_NAME%:", otherwise: "Hola:"),
        linkHint: "Si el botón no funciona, abra esta dirección en su navegador:",
        closing: "Saludos cordiales,",
        signature: "El equipo de %APP_NAME%",
        emailSignIn: .init(
            subject: "Su enlace para iniciar sesión en %APP_NAME%",
            before: ["Con el siguiente enlace iniciará sesión en %APP_NAME% como %EMAIL%. Solo funciona una vez."],
            button: "Iniciar sesión",
            after: ["Si no lo ha solicitado usted, simplemente elimine este mensaje."]
        ),
        passwordReset: .init(
            subject: "Nueva contraseña para %APP_NAME%",
            before: [
                """
                Se ha solicitado una nueva contraseña para su cuenta %EMAIL% de %APP_NAME%. Puede elegirla con el \
                siguiente enlace.
                """
            ],
            button: "Elegir una nueva contraseña",
            after: ["Si la solicitud no es suya, no tiene que hacer nada: su contraseña actual sigue siendo válida."]
        ),
        verifyEmail: .init(
            subject: "Confirme su dirección de correo para %APP_NAME%",
            before: [
                """
                Se ha indicado %EMAIL% como su dirección de correo en %APP_NAME%. Confirme con el siguiente enlace que \
                le pertenece.
                """
            ],
            button: "Confirmar la dirección",
            after: ["Si usted no ha indicado esta dirección, no tiene que hacer nada."]
        ),
        verifyAndChangeEmail: .init(
            subject: "Confirme su nueva dirección de correo para %APP_NAME%",
            before: [
                """
                Ha pedido usar en adelante la dirección %NEW_EMAIL% para su cuenta de %APP_NAME%. El cambio se hará \
                efectivo cuando lo confirme con el siguiente enlace.
                """
            ],
            button: "Confirmar la nueva dirección",
            after: ["Si no lo ha pedido usted, no abra el enlace: su dirección no cambiará."]
        ),
        recoverEmail: .init(
            subject: "La dirección de correo de su cuenta de %APP_NAME% ha cambiado",
            before: [
                .naming(
                    .newEmail,
                    "La dirección %EMAIL% de su cuenta de %APP_NAME% se ha sustituido por %NEW_EMAIL%.",
                    otherwise: "La dirección %EMAIL% de su cuenta de %APP_NAME% se ha sustituido."),
                """
                Si lo ha hecho usted, no tiene que hacer nada más. De lo contrario, deshaga el cambio con el siguiente \
                enlace.
                """,
            ],
            button: "Deshacer el cambio",
            after: ["Le recomendamos que después elija una nueva contraseña."]
        ),
        revertSecondFactorAddition: .init(
            subject: "Se ha añadido un segundo factor a su cuenta de %APP_NAME%",
            before: [
                .naming(
                    .secondFactor,
                    """
                    Para iniciar sesión en %APP_NAME% como %EMAIL% ahora se pide también un segundo factor \
                    (%SECOND_FACTOR%).
                    """,
                    otherwise: """
                        Para iniciar sesión en %APP_NAME% como %EMAIL% ahora se pide también un segundo factor.
                        """),
                "Si no lo ha añadido usted, elimínelo con el siguiente enlace.",
            ],
            button: "Eliminar el segundo factor",
            after: ["Si lo ha añadido usted, no tiene que hacer nada."]
        ),
        smsSignIn: "%APP_NAME%: su código para iniciar sesión es %LOGIN_CODE%.",
        smsMFAEnrollment: """
            %APP_NAME%: introduzca el código %LOGIN_CODE% para añadir este número de teléfono como segundo factor.
            """,
        smsMFASignIn: """
            %APP_NAME%: introduzca el código %LOGIN_CODE% para completar el inicio de sesión. No lo comparta con \
            nadie.
            """
    )
}
