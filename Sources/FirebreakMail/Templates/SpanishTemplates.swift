extension LanguageTemplates<String> {
    /// The Spanish texts.
    static var spanish: Self {
        .init(
            greeting: "Hola:",
            namedGreeting: "Hola, {{displayName}}:",
            linkHint: "Si el botón no funciona, abra esta dirección en su navegador:",
            closing: "Saludos cordiales,",
            signature: "El equipo de {{appName}}",
            emailSignIn: .init(
                subject: "Su enlace para iniciar sesión en {{appName}}",
                before: [
                    "Con el siguiente enlace iniciará sesión en {{appName}} como {{email}}. Solo funciona una vez."
                ],
                button: "Iniciar sesión",
                after: ["Si no lo ha solicitado usted, simplemente elimine este mensaje."]
            ),
            passwordReset: .init(
                subject: "Nueva contraseña para {{appName}}",
                before: [
                    """
                    Se ha solicitado una nueva contraseña para su cuenta {{email}} de {{appName}}. Puede elegirla \
                    con el siguiente enlace.
                    """
                ],
                button: "Elegir una nueva contraseña",
                after: [
                    "Si la solicitud no es suya, no tiene que hacer nada: su contraseña actual sigue siendo válida."
                ]
            ),
            verifyEmail: .init(
                subject: "Confirme su dirección de correo para {{appName}}",
                before: [
                    """
                    Se ha indicado {{email}} como su dirección de correo en {{appName}}. Confirme con el \
                    siguiente enlace que le pertenece.
                    """
                ],
                button: "Confirmar la dirección",
                after: ["Si usted no ha indicado esta dirección, no tiene que hacer nada."]
            ),
            verifyAndChangeEmail: .init(
                subject: "Confirme su nueva dirección de correo para {{appName}}",
                before: [
                    """
                    Ha pedido usar en adelante la dirección {{newAddress}} para su cuenta de {{appName}}. El \
                    cambio se hará efectivo cuando lo confirme con el siguiente enlace.
                    """
                ],
                button: "Confirmar la nueva dirección",
                after: ["Si no lo ha pedido usted, no abra el enlace: su dirección no cambiará."]
            ),
            recoverEmail: .init(
                subject: "La dirección de correo de su cuenta de {{appName}} ha cambiado",
                before: [
                    """
                    La dirección {{email}} de su cuenta de {{appName}} se ha sustituido{{#newEmail}} por \
                    {{newEmail}}{{/newEmail}}.
                    """,
                    """
                    Si lo ha hecho usted, no tiene que hacer nada más. De lo contrario, deshaga el cambio con el \
                    siguiente enlace.
                    """,
                ],
                button: "Deshacer el cambio",
                after: ["Le recomendamos que después elija una nueva contraseña."]
            ),
            revertSecondFactorAddition: .init(
                subject: "Se ha añadido un segundo factor a su cuenta de {{appName}}",
                before: [
                    """
                    Para iniciar sesión en {{appName}} como {{email}} ahora se pide también un segundo \
                    factor{{#secondFactor}} ({{secondFactor}}){{/secondFactor}}.
                    """,
                    "Si no lo ha añadido usted, elimínelo con el siguiente enlace.",
                ],
                button: "Eliminar el segundo factor",
                after: ["Si lo ha añadido usted, no tiene que hacer nada."]
            ),
            smsSignIn: "{{appName}}: su código para iniciar sesión es {{code}}.",
            smsMFAEnrollment: """
                {{appName}}: introduzca el código {{code}} para añadir este número de teléfono como segundo factor.
                """,
            smsMFASignIn: """
                {{appName}}: introduzca el código {{code}} para completar el inicio de sesión. No lo comparta con \
                nadie.
                """
        )
    }
}
