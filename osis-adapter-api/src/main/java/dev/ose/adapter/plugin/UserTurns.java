package dev.ose.adapter.plugin;

import dev.ose.adapter.PlatformUserId;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Lets changes of one user happen one after the other, for a platform without conditional changes. Thread-safe. */
public final class UserTurns {

    private static final int LOCKS = 64;

    private final List<ReentrantLock> locks =
            Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

    /** Does the work once no other of the same user is under way; blocks as long as those take. */
    public <T> T take(PlatformUserId user, Supplier<T> work) {
        ReentrantLock lock = locks.get(Math.floorMod(user.hashCode(), LOCKS));
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
