extension LanguageTemplates {
    /// The English texts.
    static let english = Self(
        greeting: .naming(.displayName, "Hello %DISPLAY_NAME%,", otherwise: "Hello,"),
        linkHint: "If the button does not work, open this address in your browser:",
        closing: "Kind regards,",
        signature: "The %APP_NAME% team",
        emailSignIn: .init(
            subject: "Your sign-in link for %APP_NAME%",
            before: ["The link below signs you in to %APP_NAME% as %EMAIL%. It works only once."],
            button: "Sign in",
            after: ["If you did not request it, simply delete this message."]
        ),
        passwordReset: .init(
            subject: "Choose a new password for %APP_NAME%",
            before: [
                """
                We received a request to set a new password for your account %EMAIL% at %APP_NAME%. You can choose it \
                with the link below.
                """
            ],
            button: "Choose a new password",
            after: ["If the request did not come from you, there is nothing to do: your current password stays valid."]
        ),
        verifyEmail: .init(
            subject: "Please confirm your email address for %APP_NAME%",
            before: [
                """
                %EMAIL% was given as your email address at %APP_NAME%. Please confirm with the link below that it \
                belongs to you.
                """
            ],
            button: "Confirm address",
            after: ["If you did not enter this address, there is nothing to do."]
        ),
        verifyAndChangeEmail: .init(
            subject: "Please confirm your new email address for %APP_NAME%",
            before: [
                """
                You asked to use %NEW_EMAIL% for your %APP_NAME% account from now on. The change takes effect once you \
                confirm it with the link below.
                """
            ],
            button: "Confirm new address",
            after: ["If you did not ask for this, please do not open the link. Your address then stays as it is."]
        ),
        recoverEmail: .init(
            subject: "The email address of your %APP_NAME% account has changed",
            before: [
                .naming(
                    .newEmail,
                    "The address %EMAIL% of your %APP_NAME% account was replaced by %NEW_EMAIL%.",
                    otherwise: "The address %EMAIL% of your %APP_NAME% account was replaced."),
                """
                If that was you, there is nothing to do. If it was not, please undo the change with the link below.
                """,
            ],
            button: "Undo the change",
            after: ["We recommend that you choose a new password afterwards."]
        ),
        revertSecondFactorAddition: .init(
            subject: "A second factor was added to your %APP_NAME% account",
            before: [
                .naming(
                    .secondFactor,
                    "Signing in to %APP_NAME% as %EMAIL% now also asks for a second factor (%SECOND_FACTOR%).",
                    otherwise: "Signing in to %APP_NAME% as %EMAIL% now also asks for a second factor."),
                "If you did not add it yourself, please remove it with the link below.",
            ],
            button: "Remove the second factor",
            after: ["If you added it yourself, there is nothing to do."]
        ),
        smsSignIn: "%APP_NAME%: your code to sign in is %LOGIN_CODE%.",
        smsMFAEnrollment: "%APP_NAME%: enter the code %LOGIN_CODE% to add this phone number as a second factor.",
        smsMFASignIn: "%APP_NAME%: enter the code %LOGIN_CODE% to finish signing in. Do not share it with anyone."
    )
}
