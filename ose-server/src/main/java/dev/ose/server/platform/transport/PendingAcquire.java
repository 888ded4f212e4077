package dev.ose.server.platform.transport;

import dev.ose.server.runtime.fairness.FairQueue;

/**
 * Who waits for a connection, which cannot change threads.
 *
 * @param home the part of the pool that it waits in
 * @param share the tenant that it is for
 */
record PendingAcquire(ThreadLocalPool home, ConnectionCallback taker, Object share, long sinceNanos)
        implements FairQueue.Waiter {}
