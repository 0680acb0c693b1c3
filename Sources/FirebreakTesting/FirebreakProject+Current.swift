public import Firebreak

extension FirebreakProject {
    /// The project of the running test case: its own copy of what the fixture describes; `nil` outside of tests with
    /// the trait `.firebreak`.
    ///
    /// It is known to the test's task and those that it starts with `async let` and in task groups, and with `Task`, but
    /// not to detached tasks and other threads.
    @TaskLocal public static var current: FirebreakProject?
}
