// How Swift's Mutex waits for another thread, in a form that the thread sanitizer sees: the one of the standard library is
// not instrumented, so that everything under a contended lock would be reported as a race. It stands in for
// Synchronization._MutexHandle._lockSlow(_:) on Linux. The way without contention is compiled into the callers, and as
// nobody sleeps here, that is all there is to unlocking.
#include <sched.h>
#include <stdint.h>

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) uint32_t *state)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) uint32_t *state) {
    for (uint32_t unlocked = 0;
         !__atomic_compare_exchange_n(state, &unlocked, thread, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED); unlocked = 0) {
        sched_yield();
    }
}
