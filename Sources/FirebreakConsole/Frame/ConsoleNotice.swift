import FirebreakWire

/// What the console says above a view after something was done: the page that a form leads to names it in its query.
enum ConsoleNotice: String, Sendable, CaseIterable {
    case signedOut
    case requestsCleared
    case clockMoved, clockFrozen, clockResumed, clockReal
    case snapshotTaken, snapshotRestored, snapshotDeleted
    case projectReset, projectReseeded, projectDropped
    case faultAdded, faultRemoved, faultsRemoved
    case settingsSaved, settingsReset, settingsAdded, settingsRemoved
    case messageDeleted, messagesDeleted, messageOpened
    case accountCreated
    case accountSaved, accountUnchanged, accountDisabled, accountEnabled, accountDeleted, claimsSaved, sessionsEnded
    case providerUnlinked, factorRemoved, passkeyRemoved, mailSent, mailNotSent

    var text: HTML {
        switch self {
        case .signedOut: "The control token was forgotten."
        case .requestsCleared: "The journal of this project is empty now."
        case .clockMoved: "The clock was moved."
        case .clockFrozen: "The clock was frozen."
        case .clockResumed: "The clock runs again."
        case .clockReal: "The clock shows the time of this machine again."
        case .snapshotTaken: "The snapshot was taken."
        case .snapshotRestored: "The project was restored from the snapshot."
        case .snapshotDeleted: "The snapshot was deleted."
        case .projectReset: "The project was emptied."
        case .projectReseeded: "The project was emptied, and its fixtures were applied again."
        case .projectDropped: "The project was dropped."
        case .faultAdded: "The fault was added."
        case .faultRemoved: "The fault was removed."
        case .faultsRemoved: "All faults were removed."
        case .settingsSaved: "Saved."
        case .settingsReset: "Back to the defaults."
        case .settingsAdded: "Added."
        case .settingsRemoved: "Removed."
        case .messageDeleted: "The message was deleted. Its code keeps working."
        case .messagesDeleted: "The messages were deleted. Codes in them keep working."
        case .messageOpened: "The link was followed: it did what it is for, and its code is used."
        case .accountCreated: "The account was created."
        case .accountSaved: "The account was saved."
        case .accountUnchanged: "There was nothing to save."
        case .accountDisabled: "The account was disabled: nobody can sign in to it."
        case .accountEnabled: "The account was enabled."
        case .accountDeleted: "The account was deleted."
        case .claimsSaved: "The claims were saved. The next ID token contains them."
        case .sessionsEnded: "All sessions of the account were ended."
        case .providerUnlinked: "The provider was unlinked."
        case .factorRemoved: "The second factor was removed."
        case .passkeyRemoved: "The passkey was removed."
        case .mailSent: "Mailed. This is the message."
        case .mailNotSent: "The message was made, but not delivered: it says why."
        }
    }

    /// The name of the query's parameter.
    static let parameter = "notice"
}
