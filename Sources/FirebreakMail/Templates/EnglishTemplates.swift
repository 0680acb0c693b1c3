extension LanguageTemplates<String> {
    /// The English texts.
    static var english: Self {
        .init(
            greeting: "Hello,",
            namedGreeting: "Hello {{displayName}},",
            linkHint: "If the button does not work, open this address in your browser:",
            closing: "Kind regards,",
            signature: "The {{appName}} team",
            emailSignIn: .init(
                subject: "Your sign-in link for {{appName}}",
                before: ["The link below signs you in to {{appName}} as {{email}}. It works only once."],
                button: "Sign in",
                after: ["If you did not request it, simply delete this message."]
            ),
            passwordReset: .init(
                subject: "Choose a new password for {{appName}}",
                before: [
                    """
                    We received a request to set a new password for your account {{email}} at {{appName}}. You \
                    can choose it with the link below.
                    """
                ],
                button: "Choose a new password",
                after: [
                    "If the request did not come from you, there is nothing to do: your current password stays valid."
                ]
            ),
            verifyEmail: .init(
                subject: "Please confirm your email address for {{appName}}",
                before: [
                    """
                    {{email}} was given as your email address at {{appName}}. Please confirm with the link below \
                    that it belongs to you.
                    """
                ],
                button: "Confirm address",
                after: ["If you did not enter this address, there is nothing to do."]
            ),
            verifyAndChangeEmail: .init(
                subject: "Please confirm your new email address for {{appName}}",
                before: [
                    """
                    You asked to use {{newAddress}} for your {{appName}} account from now on. The change takes \
                    effect once you confirm it with the link below.
                    """
                ],
                button: "Confirm new address",
                after: ["If you did not ask for this, please do not open the link. Your address then stays as it is."]
            ),
            recoverEmail: .init(
                subject: "The email address of your {{appName}} account has changed",
                before: [
                    """
                    The address {{email}} of your {{appName}} account was replaced{{#newEmail}} by \
                    {{newEmail}}{{/newEmail}}.
                    """,
                    """
                    If that was you, there is nothing to do. If it was not, please undo the change with the link \
                    below.
                    """,
                ],
                button: "Undo the change",
                after: ["We recommend that you choose a new password afterwards."]
            ),
            revertSecondFactorAddition: .init(
                subject: "A second factor was added to your {{appName}} account",
                before: [
                    """
                    Signing in to {{appName}} as {{email}} now also asks for a second factor{{#secondFactor}} \
                    ({{secondFactor}}){{/secondFactor}}.
                    """,
                    "If you did not add it yourself, please remove it with the link below.",
                ],
                button: "Remove the second factor",
                after: ["If you added it yourself, there is nothing to do."]
            ),
            smsSignIn: "{{appName}}: your code to sign in is {{code}}.",
            smsMFAEnrollment: "{{appName}}: enter the code {{code}} to add this phone number as a second factor.",
            smsMFASignIn: "{{appName}}: enter the code {{code}} to finish signing in. Do not share it with anyone."
        )
    }
}
