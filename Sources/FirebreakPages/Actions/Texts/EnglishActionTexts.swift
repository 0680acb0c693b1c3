extension ActionTexts {
    /// The English texts.
    static let english = Self(
        passwordReset: .init(
            title: "Choose a new password",
            text: "For your account %EMAIL% at %APP_NAME%.",
            button: "Save password",
            doneTitle: "Your password has been changed",
            doneText: "You can now sign in to %APP_NAME% as %EMAIL% with your new password."
        ),
        verifyEmail: .init(
            title: "Confirm your email address",
            text: "Please confirm that %EMAIL% is your address. It belongs to your account at %APP_NAME%.",
            button: "Confirm address",
            doneTitle: "Your address is confirmed",
            doneText: "%EMAIL% is now confirmed as the address of your account at %APP_NAME%."
        ),
        verifyAndChangeEmail: .init(
            title: "Confirm your new email address",
            text: "From now on, your account at %APP_NAME% will use %NEW_EMAIL% instead of %EMAIL%.",
            button: "Confirm new address",
            doneTitle: "Your address has been changed",
            doneText: "Your account at %APP_NAME% now uses %NEW_EMAIL%. Please sign in with this address from now on."
        ),
        recoverEmail: .init(
            title: "Undo the change of your address",
            text: "The address of your account at %APP_NAME% will be set back to %EMAIL%.",
            button: "Undo the change",
            doneTitle: "The change has been undone",
            doneText: "Your account at %APP_NAME% uses %EMAIL% again."
        ),
        revertSecondFactorAddition: .init(
            title: "Remove the second factor",
            text: "Signing in to %APP_NAME% as %EMAIL% will no longer ask for this second factor:",
            button: "Remove the second factor",
            doneTitle: "The second factor has been removed",
            doneText: """
                Signing in to %APP_NAME% as %EMAIL% no longer asks for it. If you did not add it yourself, please choose \
                a new password as well.
                """
        ),
        password: .init(
            label: "New password",
            repeatedLabel: "New password, once more",
            show: "Show password",
            requirements: "Your password needs:",
            minimumLength: "at least %COUNT% characters",
            maximumLength: "at most %COUNT% characters",
            lowercase: "a lower-case letter (a–z)",
            uppercase: "an upper-case letter (A–Z)",
            digit: "a digit (0–9)",
            nonAlphanumeric: "a special character, such as ! ? # $",
            met: "met",
            unmet: "not met yet",
            refused: "This password does not meet all requirements yet. It needs:",
            differ: "The two passwords differ. Please enter the new password again."
        ),
        authenticatorApp: "Authenticator app",
        resetOffer: """
            If you did not change the address yourself, somebody else may know your password. It is best to choose a \
            new one.
            """,
        resetButton: "Mail me a link for a new password",
        mailedTitle: "The mail is on its way",
        mailedText: "With the link in the mail to %EMAIL% you can choose a new password.",
        goOn: "Continue",
        close: "You can close this page and go back to the app.",
        smallPrint: "This page comes from Firebreak, which stands in for Firebase Authentication during development.",
        failures: .init(
            incomplete: .init(
                title: "This link is incomplete",
                text: "It lacks a part, or has one that is not understood.",
                advice: "Open the link straight from the mail, or copy it as a whole."
            ),
            noContinueURL: .init(
                title: "This link does not lead to the app",
                text: "A sign-in link goes on to the app, but this one has no address that it could go on to.",
                advice: "Ask the app for a new mail."
            ),
            unknown: .init(
                title: "This link does not work",
                text: "Its code is unknown here. Perhaps the link is incomplete, or belongs to another project.",
                advice: "Open the link straight from the mail, or ask the app for a new mail."
            ),
            otherType: .init(
                title: "This link does not work",
                text: "Its code is for something other than the link says.",
                advice: "Open the link straight from the mail, without changing it."
            ),
            expired: .init(
                title: "This link has expired",
                text: "Links in mails work for a limited time only.",
                advice: "Ask the app for a new mail."
            ),
            used: .init(
                title: "This link has already been used",
                text: "It works only once. If it was you who used it, there is nothing left to do.",
                advice: "Otherwise, ask the app for a new mail."
            ),
            superseded: .init(
                title: "There is a newer mail",
                text: "When it was sent, this link stopped working.",
                advice: "Open the link in the newest mail."
            ),
            accountGone: .init(
                title: "There is no account for this link",
                text: "The account has been deleted, or has another address by now.",
                advice: "Sign in with your current address, or ask the app for a new mail."
            ),
            accountDisabled: .init(
                title: "This account is disabled",
                text: "As long as it is, nothing about it can be changed here.",
                advice: "Please contact the people who run the app."
            ),
            addressTaken: .init(
                title: "This address is taken",
                text: "Since the mail was sent, another account has got the address.",
                advice: "Sign in to that account, or choose another address in the app."
            ),
            targetRefused: .init(
                title: "This link leads to a place that is not allowed",
                text: "The address to go on to (continueUrl) is not valid, or its domain is not authorized.",
                advice: "If you develop the app, add the domain to the authorized domains of the project."
            ),
            switchedOff: .init(
                title: "This is switched off",
                text: "At the moment, the app does not allow what this link is for.",
                advice: "Please contact the people who run the app."
            ),
            otherSite: .init(
                title: "Nothing has been changed",
                text: "The form was sent by a page of another site, which this page does not accept.",
                advice: "Open the link straight from the mail."
            ),
            failed: .init(
                title: "That did not work",
                text: "The server could not do what this link is for.",
                advice: "Please try again later."
            )
        )
    )
}
