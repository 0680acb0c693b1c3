import FirebreakStore
import FirebreakWire

extension SignUp {
    /// A request on its way to an account.
    struct Registration: Sendable {
        /// As the request says it; see ``checked(_:_:)``.
        var draft: NewAccountDraft
        /// In clear.
        let password: String?
        let idToken: String?
        private let isIDGiven: Bool

        /// The checks of accounts.md section 4 that come before any value is looked at.
        init(_ request: Request, _ call: Call) throws(WireError) {
            let isAdmin = call.isAdmin
            let localID = request.localId?.nonEmpty
            idToken = request.idToken?.nonEmpty
            guard localID == nil || (isAdmin && idToken == nil) else { throw .unexpectedUserID }
            let hasEmail = request.email?.isEmpty == false
            password = request.password?.nonEmpty
            if !isAdmin { try Self.checkSwitches(request, hasEmail: hasEmail, hasPassword: password != nil, call) }

            draft = NewAccountDraft(id: AccountID(rawValue: localID ?? call.random.alphanumeric(28)))
            draft.isMadeByAdmin = isAdmin && idToken == nil && call.facts.separatesAdmins
            isIDGiven = localID != nil
            // An app's empty address gets here in the reference only, which finds it invalid.
            draft.email = isAdmin ? request.email?.nonEmpty : request.email
            draft.phoneNumber = isAdmin ? request.phoneNumber?.nonEmpty : nil
            draft.displayName = isAdmin || hasEmail ? request.displayName : nil
            draft.photoURL = isAdmin ? request.photoUrl : nil
            draft.emailVerified = isAdmin ? request.emailVerified ?? false : (draft.email == nil ? nil : false)
            // Reference: an admin's `false` is not stored; production shows it (production.md section 1).
            draft.disabled =
                isAdmin && (request.disabled == true || call.profile == .production) ? request.disabled ?? false : nil
            draft.secondFactors = (request.mfaInfo ?? []).map(\.factor)
            draft.showsNoFactors = call.facts.showsEmptyFactors && request.mfaInfo?.isEmpty == true
            if let displayName = draft.displayName { try DisplayName.check(displayName, call.profile) }
            if let photoURL = draft.photoURL { try PhotoURL.check(photoURL, call.profile) }
        }

        private static func checkSwitches(
            _ request: Request, hasEmail: Bool, hasPassword: Bool, _ call: Call
        ) throws(WireError) {
            let isLinking = request.idToken?.isEmpty == false
            if isLinking || hasEmail || hasPassword {
                guard hasEmail else { throw .missingEmail }
                guard hasPassword else { throw .missingPassword }
                guard call.settings.allowsPasswordSignUp else {
                    throw .operationNotAllowed.because(.setting(.password))
                }
            } else {
                // Production takes an empty address for a missing one (production.md section 9); the reference goes on
                // as for an anonymous user, and finds it invalid later.
                guard request.email == nil || call.profile.isReference else { throw .missingEmail }
                guard call.settings.allowsAnonymousUsers else {
                    throw .adminOnlyOperation.because(.setting(.anonymous))
                }
            }
            guard isLinking || !call.settings.disablesUserSignUp else {
                throw .adminOnlyOperation.because(.setting(.userSignUp))
            }
        }

        /// The draft with its values as they are stored: each was checked for its form and whether it is free, in the
        /// order of accounts.md section 4.
        func checked(_ tx: Transaction, _ call: Call) throws -> NewAccountDraft {
            var draft = draft
            do { try checkNames(&draft, tx, call) } catch NewAccountDraft.Problem.name(let name, let owner) {
                throw Self.error(name, isTaken: owner != nil)
            } catch NewAccountDraft.Problem.phoneNumber(let problem) {
                throw problem.error
            }
            if let password { try Password.check(password, call) }
            draft.secondFactors = try SecondFactorList.generated(from: draft.secondFactors, call)
            return draft
        }

        private func checkNames(_ draft: inout NewAccountDraft, _ tx: Transaction, _ call: Call) throws {
            if isIDGiven {
                try draft.checkID(call)
                guard try tx.account(id: draft.id) == nil else {
                    throw NewAccountDraft.Problem.name(.id, owner: draft.id)
                }
            }
            try draft.checkPhoneNumber(call)
            try draft.checkFreePhoneNumber(tx)
            try draft.checkEmail(call)
            do { try draft.checkFreeEmail(tx) } catch NewAccountDraft.Problem.name(.email, let owner) {
                guard try isOwn(owner, tx, call) else { throw NewAccountDraft.Problem.name(.email, owner: owner) }
                return
            }
            guard draft.email.map({ EmailAddress.allowsNew($0, call.profile) }) ?? true else {
                throw NewAccountDraft.Problem.name(.email, owner: nil)
            }
        }

        /// Whether an address belongs to the very account that is to get it, which has signed in without a password so
        /// far (production.md section 9.1).
        private func isOwn(_ owner: AccountID?, _ tx: Transaction, _ call: Call) throws -> Bool {
            guard call.facts.ownValueIsFree, let idToken else { return false }
            do {
                let account = try call.authenticate(idToken: idToken, tx).account
                return account.id == owner && account.passwordHash == nil
            } catch is WireError {
                return false  // that the address is taken is told before what is wrong with the token
            }
        }

        private static func error(_ name: NewAccountDraft.Name, isTaken: Bool) -> WireError {
            switch name {
            case .id: isTaken ? .duplicateLocalID : .invalidUserIDLength
            case .phoneNumber: .phoneNumberExists
            case .email: isTaken ? .emailExists : .invalidEmail
            }
        }
    }
}
