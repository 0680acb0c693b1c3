import FirebreakControl
import FirebreakHTTP
import FirebreakModel
import FirebreakPages
import FirebreakWire

/// What surrounds every view of the console: the bar with the project and its views, and a notice where there is one.
struct ConsoleFrame: Sendable {
    /// The project that a view belongs to.
    struct Project: Sendable {
        var id: ProjectID
        var view: ConsoleView
        /// Where the choice of a tenant leads.
        var place: ConsolePath
        /// The project's clock, unless it shows the machine's time.
        var clock: ClockState?
        /// Projects that were used last, besides this one.
        var others: [ProjectID]
        /// The tenant that is chosen.
        var tenant: String?
        /// Those to choose from.
        var tenants: TenantNames?
        /// Whether it was written to, and not dropped since.
        var exists: Bool
        /// Whether there is no such project yet, or not any more.
        var isMissing: Bool
    }

    /// What was done, or what went wrong, above the view.
    struct Notice: Sendable {
        enum Kind: String, Sendable { case success, failure, warning, information }

        var kind: Kind
        var text: HTML

        init(_ kind: Kind, _ text: HTML) {
            self.kind = kind
            self.text = text
        }
    }

    var nonce: String
    var formToken: String
    /// The time by the project's clock, by which pages say how long ago something was; `nil` where it is not known.
    var now: ClockState?
    /// `nil` outside of projects.
    var project: Project?
    var notice: Notice?
    /// What is said of a run that has ended, which is shown and not changed.
    var shownRun: String?
    /// Whether the reader gave a control token, and can take it back.
    var hasSession: Bool
    /// The view whose style sheet the page has; by default the project's.
    var sheet: ConsoleView?
    /// Tells that the page may show something else; `nil` for a page that stays as it is.
    var stream: ConsolePath?

    private static let template = Template(asset: "console/console")

    /// The whole page.
    func page(title: String, _ content: HTML) -> HTML {
        let of = project.map { " – \($0.id.rawValue)" } ?? ""
        let now = now.map { now in
            Self.template.part("now").filled([
                "time": "\(now.now)", "frozen": now.frozen ? " data-frozen" : "",
            ])
        }
        return Self.template.filled([
            "now": now ?? "", "formToken": "\(formToken)", "title": "\(title)\(of) – Firebreak", "nonce": "\(nonce)",
            "sheet": "\((sheet ?? project?.view)?.rawValue ?? "general")", "project": project.map(bar) ?? "",
            "shown": shownRun == nil ? "" : " data-shown",
            "run": shownRun.map { Self.template.part("run").filled(["text": "\($0)"]) } ?? "",
            "stream": stream.map { #" data-stream="\#($0.text)""# } ?? "",
            "exists": project?.exists == true ? #" data-project="\#(project?.id.rawValue ?? "")""# : "",
            "session": hasSession ? Self.template.part("session").filled(["formToken": "\(formToken)"]) : "",
            "notice": notice.map {
                Self.template.part("notice").filled(["kind": "\($0.kind.rawValue)", "text": $0.text])
            }
                ?? "", "unmade": project.map(unmade) ?? "", "content": content,
        ])
    }

    /// What is said of a project that does not exist, which looks like an empty one.
    private func unmade(_ project: Project) -> HTML {
        guard project.isMissing else { return "" }
        let id = ShortText.html(project.id.rawValue, 300)
        if let objection = ProjectListPage.objection(to: project.id) {
            return Self.template.part("unnameable").filled(["id": id, "objection": "\(objection)"])
        }
        return Self.template.part("unmade").filled([
            "id": id, "formToken": "\(formToken)",
            "url": "\(ConsolePath.creation(of: project.id).text)",
        ])
    }

    /// A page for readers who may not be entitled to the token of forms.
    static func answer(title: String, status: Int, _ content: HTML) -> RouteResponse {
        let policy = PagePolicy.console
        let frame = ConsoleFrame(nonce: policy.nonce, formToken: "", hasSession: false)
        return policy.answer(frame.page(title: title, content), status: status)
    }

    private func bar(_ project: Project) -> HTML {
        let views: [HTML] = ConsoleView.allCases.map { view in
            Self.template.part("view").filled([
                "url": "\(ConsolePath(project.id, view).with([("tenant", project.tenant)]).text)",
                "name": "\(view.title)",
                "current": view == project.view ? #" aria-current="page""# : "",
            ])
        }
        let clock: HTML =
            project.clock.map { clock in
                Self.template.part("clock").filled([
                    "url": "\(ConsolePath(project.id, .state).text)",
                    "time": clock.frozen ? TimeText.html(clock.now) : TimeText.running(clock.now),
                    "state": clock.frozen ? " (frozen)" : "",
                ])
            } ?? ""
        return Self.template.part("project").filled([
            "switcher": switcher(project), "tenants": tenants(project), "views": "\(views)", "clock": clock,
        ])
    }

    /// The choice of a tenant, where there are some: the same view of it.
    private func tenants(_ project: Project) -> HTML {
        let tenants = project.tenants?.tenants ?? []
        guard !tenants.isEmpty || project.tenant != nil else { return "" }
        var choices = [(id: "", name: "No tenant" as HTML)]
        choices += tenants.map { tenant in
            let name = tenant.displayName?.nonEmpty.map { "\($0) (\(tenant.id))" } ?? tenant.id
            return (id: tenant.id, name: ShortText.html(name, 300))
        }
        let chosen = project.tenant ?? ""
        if !choices.contains(where: { $0.id == chosen }) { choices.append((chosen, ShortText.html(chosen, 300))) }
        let rows: [HTML] = choices.map { id, name in
            Self.template.part("tenant").filled([
                "url": "\(project.place.with([("tenant", id)]).text)", "id": "\(id)", "name": name,
                "current": id == chosen ? #" aria-current="true""# : "",
            ])
        }
        return Self.template.part("tenants").filled([
            "name": choices.first { $0.id == chosen }?.name ?? "", "choices": "\(rows)",
            "more": project.tenants?.isCut == true
                ? Self.template.part("otherTenant").filled([
                    "url": "\(project.place.text)", "field": Controls.field("tenant", "Tenant ID", id: "other-tenant"),
                ]) : "",
        ])
    }

    /// The way to the other projects: to the same view of those that were used last, and to the list.
    private func switcher(_ project: Project) -> HTML {
        let name: HTML = "\(project.id.rawValue)"
        guard !project.others.isEmpty else { return Self.template.part("switcher").filled(["name": name]) }
        let others: [HTML] = project.others.map { other in
            Self.template.part("other").filled([
                "url": "\(ConsolePath(other, project.view).text)", "name": ShortText.html(other.rawValue, 300),
            ])
        }
        return Self.template.part("switcherMenu").filled(["name": name, "others": "\(others)"])
    }
}

/// What the console says above a view after something was done: the page that a form leads to names it in its query.
enum ConsoleNotice: String, Sendable, CaseIterable {
    case signedOut
    case requestsCleared, mended, undone, sentAgain
    case clockMoved, clockFrozen, clockResumed, clockReal
    case snapshotTaken, snapshotRestored, snapshotDeleted
    case projectCreated, projectReset, projectReseeded, projectDropped
    case faultAdded, faultRemoved, faultsRemoved
    case settingsSaved, settingsReset, settingsAdded, settingsRemoved
    case messageDeleted, messagesDeleted, messageOpened
    case accountCreated, accountsDisabled, accountsEnabled, accountsDeleted, noAccountSelected
    case accountSaved, accountUnchanged, accountDisabled, accountEnabled, accountDeleted, claimsSaved, sessionsEnded
    case providerUnlinked, factorAdded, factorRemoved, passkeyRemoved, mailSent, mailNotSent

    var text: HTML {
        switch self {
        case .signedOut: "You are signed out."
        case .requestsCleared: "The journal of this project is empty now."
        case .mended: "Changed. Send it again to see what happens now."
        case .undone: "Undone: it is as it was before."
        case .sentAgain: "Sent again. This is the new call."
        case .clockMoved: "The clock was moved."
        case .clockFrozen: "The clock was frozen."
        case .clockResumed: "The clock runs again."
        case .clockReal: "The clock shows the time of this machine again."
        case .snapshotTaken: "The snapshot was taken."
        case .snapshotRestored: "The project was restored from the snapshot."
        case .snapshotDeleted: "The snapshot was deleted."
        case .projectCreated: "The project was created."
        case .projectReset: "The project was emptied."
        case .projectReseeded: "The project was emptied, and its fixtures were applied again."
        case .projectDropped: "The project was deleted."
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
        case .accountsDisabled: "The accounts were disabled: no one can sign in to them."
        case .accountsEnabled: "The accounts were enabled."
        case .accountsDeleted: "The accounts were deleted."
        case .noAccountSelected: "Tick the accounts first."
        case .accountSaved: "The account was saved."
        case .accountUnchanged: "There was nothing to save."
        case .accountDisabled: "The account was disabled: no one can sign in to it."
        case .accountEnabled: "The account was enabled."
        case .accountDeleted: "The account was deleted."
        case .claimsSaved: "The claims were saved. The next ID token contains them."
        case .sessionsEnded: "All sessions of the account were ended."
        case .providerUnlinked: "The provider was unlinked."
        case .factorAdded: "The second factor was added. The next sign-in asks for it."
        case .factorRemoved: "The second factor was removed."
        case .passkeyRemoved: "The passkey was removed."
        case .mailSent: "The email was sent. This is the message."
        case .mailNotSent: "The message was made, but not delivered: it says why."
        }
    }

    /// The name of the query's parameter.
    static let parameter = "notice"
}
