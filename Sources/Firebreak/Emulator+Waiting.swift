import Dispatch
import FirebreakWire
import Synchronization

extension Emulator {
    /// Blocks the calling thread until work is done that runs on threads of the emulator's own, for callers that cannot
    /// suspend.
    package func waiting<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let value = Mutex<Value?>(nil)
        Task.detached(executorPreference: workers) {
            let result = await body()
            value.withLock { $0 = result }
            done.signal()
        }
        while true {
            done.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
