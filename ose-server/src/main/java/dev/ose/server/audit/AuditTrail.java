package dev.ose.server.audit;

/**
 * Records calls. A call begins before it is carried out, and ends before it is answered. Every method blocks until the
 * database has stored the call, for a bounded time. Thread-safe.
 */
public interface AuditTrail {

    /** When an entry must have been flushed to the database's disk. */
    enum Durability {
        /** Before the call is carried out: its change is not in the database, or it only reads. */
        AT_ONCE,
        /**
         * With the change, which the call commits to the database after its entry: the log of PostgreSQL is in order.
         */
        WITH_THE_CHANGE
    }

    /**
     * Records a call that is to be carried out. The database has the entry afterwards.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AuditUnavailable} if it is not recorded: the call
     *     must be refused
     */
    AuditId begin(Call call, Durability durability);

    /**
     * Records how a call ended.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code AuditIncomplete} if it is not recorded: the answer
     *     must not report success
     */
    void end(AuditId call, AuditOutcome outcome);

    /** Records a call that is over, such as a sign-in; durable afterwards. Fails like {@link #begin}. */
    void record(Call call, AuditOutcome outcome);

    /** A call as its interface knows it. */
    record Call(String requestId, AuditSource source, String operation, AuditActor actor, AuditTarget target) {

        AuditEntry entry(AuditId id) {
            return new AuditEntry(id, requestId, source, operation, actor, target);
        }
    }
}
