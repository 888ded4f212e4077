package dev.ose.server.platform.transport;

import dev.ose.server.runtime.fairness.FairQueue;

/**
 * A request that waits for a connection of its thread.
 *
 * @param home the thread's part of the pool
 * @param share the share that it is accounted to
 */
record PendingAcquire(ThreadLocalPool home, ConnectionCallback taker, Object share, long sinceNanos)
        implements FairQueue.Waiter {}
