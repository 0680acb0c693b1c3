import FirebreakPages

extension Route {
    private static let state = consoleProject + "/state"

    /// The console's view of time and state.
    static let stateViews: [Route] = [
        view(state, "console.state", StateViews.overview),
        form(state + "/clock/advance", "console.state.clock.advance", ClockForms.advance),
        form(state + "/clock/set", "console.state.clock.set", ClockForms.set),
        form(state + "/clock/freeze", "console.state.clock.freeze", ClockForms.freeze),
        form(state + "/clock/resume", "console.state.clock.resume", ClockForms.resume),
        form(state + "/clock/real", "console.state.clock.real", ClockForms.real),
        form(state + "/snapshots", "console.state.snapshots.take", CopyForms.takeSnapshot),
        form(state + "/snapshots/restore", "console.state.snapshots.restore", CopyForms.restoreSnapshot),
        form(state + "/snapshots/delete", "console.state.snapshots.delete", CopyForms.deleteSnapshot),
        form(state + "/fork", "console.state.fork", CopyForms.fork),
        form(state + "/reset", "console.state.reset", CopyForms.reset),
        form(state + "/drop", "console.state.drop", CopyForms.drop).withoutDatabase,
        view(state + "/seed", "console.state.seed", FixtureViews.show),
        form(state + "/seed", "console.state.seed.apply", FixtureViews.seed),
        view(state + "/export", "console.state.export", DownloadViews.export),
        view(state + "/faults", "console.state.faults", FaultViews.list),
        form(state + "/faults", "console.state.faults.add", FaultViews.add),
        form(state + "/faults/remove", "console.state.faults.remove", FaultViews.remove),
        form(state + "/faults/clear", "console.state.faults.clear", FaultViews.clear),
    ]
}
