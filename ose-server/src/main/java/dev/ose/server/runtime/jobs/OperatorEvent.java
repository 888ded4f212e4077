package dev.ose.server.runtime.jobs;

import java.time.Duration;

/** What an operator must hear of: a state that changed by itself, and no more than once each time it does. */
public sealed interface OperatorEvent {

    /** Background work that succeeded fails; its next failures are not reported. */
    record JobFailing(String job, Exception cause) implements OperatorEvent {}

    /** Background work succeeds again, after that many failures. */
    record JobRecovered(String job, long failures) implements OperatorEvent {}

    /** The database cannot be reached. */
    record DatabaseAway() implements OperatorEvent {}

    /** The database can be reached again. */
    record DatabaseBack() implements OperatorEvent {}

    /** The database takes no commits: from now on writes go to the journal, which has that many bytes already. */
    record OutageBegan(long journalBytes) implements OperatorEvent {}

    /** The journal was replayed: writes go to the database again. */
    record OutageEnded(Duration length) implements OperatorEvent {}

    /** The journal takes no more writes until it is replayed: it is full or was used for too long, or its disk is full. */
    record JournalFull(long journalBytes) implements OperatorEvent {}

    /** The database is another than before and may lack commits: recent writes of this node are verified. */
    record FailedOver() implements OperatorEvent {}

    /** The events were dropped or given up by this node: no webhook is sent them any more. */
    record EventsDropped(int events) implements OperatorEvent {}

    /** The node's lease ran out, so that others took it for dead; it goes on under another number. */
    record LeaseLost(int before, int now) implements OperatorEvent {}

    /** A tenant was removed, but the platform did not delete its own tenant for it, which holds nothing. */
    record TenantLeft(String platform, String platformTenant, Exception cause) implements OperatorEvent {}
}
