package dev.ose.server.runtime.jobs;

import java.time.Duration;
import java.time.Instant;

/** An event that an operator must know of: a state that changed by itself, reported once for each change. */
public sealed interface OperatorEvent {

    /** Background work fails for the first time since a success; its next failures are not reported. */
    record JobFailing(String job, Exception cause) implements OperatorEvent {}

    /** Background work succeeds again, after that many failures. */
    record JobRecovered(String job, long failures) implements OperatorEvent {}

    /** The database became unavailable. */
    record DatabaseAway() implements OperatorEvent {}

    /** The database is available again. */
    record DatabaseBack() implements OperatorEvent {}

    /** The database takes no commits: from now on writes go to the journal, which has that many bytes already. */
    record OutageBegan(long journalBytes) implements OperatorEvent {}

    /** The journal was replayed: writes go to the database again. */
    record OutageEnded(Duration length) implements OperatorEvent {}

    /**
     * The journal accepts no more writes until it is replayed: it is full or was used for too long, or its disk is
     * full.
     */
    record JournalFull(long journalBytes) implements OperatorEvent {}

    /** The database was replaced and may lack commits: recent writes of this node are verified. */
    record FailedOver() implements OperatorEvent {}

    /** This node dropped or gave up events: they are not sent to webhooks any more. */
    record EventsDropped(int events) implements OperatorEvent {}

    /**
     * This node dropped lines of buckets' access logs, for the first time in a while; {@code reason} is the first one.
     */
    record AccessLogsDropped(String reason) implements OperatorEvent {}

    /** The node's lease expired, so that others considered it dead; it continues under another number. */
    record LeaseLost(int before, int now) implements OperatorEvent {}

    /** For that long no row has followed the log of writes; listings, searches and counters wait or are refused. */
    record LogStalled(Duration lag) implements OperatorEvent {}

    /** Rows follow the log of writes again. */
    record LogFollowed() implements OperatorEvent {}

    /**
     * That many hours before this one stay without a record of what was stored: no node ran for long, or the database's
     * clock jumped ahead.
     */
    record StoredHoursMissed(Instant before, long hours) implements OperatorEvent {}

    /** The provider's CORS policy has a mode that this version does not know: only buckets' rules decide. */
    record CorsModeUnknown(String mode) implements OperatorEvent {}

    /** A tenant was deleted, but the platform did not delete its platform tenant, which is empty. */
    record TenantLeft(String platform, String platformTenant, Exception cause) implements OperatorEvent {}
}
