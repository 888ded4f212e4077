package dev.ose.server.ledger.commit;

/** Omissions from the protocol of a ledger that is a log, which the simulation must detect. */
enum LogFlaw {
    /** Entries are applied although an earlier transaction is still under way, which is then skipped. */
    HORIZON_IS_PASSED,
    /** The position is committed before the rows, so that a crash between the two loses entries. */
    POSITION_IS_COMMITTED_FIRST,
    /** The position is committed after the rows, so that a crash between the two applies entries twice. */
    POSITION_IS_COMMITTED_LAST,
    /** Open writes are known from the log alone, which is truncated up to the position. */
    OPEN_WRITES_ARE_TRUNCATED,
    /** The answer of a platform about a dirty key is compared with the rows at once, not with the log up to then. */
    VERIFIED_BESIDE_THE_LOG,
    /** Writes that begin and end in one batch count as alone without a look at the entries between. */
    PAIRS_OF_A_BATCH_ARE_ALONE,
    /** A write is sent to the platform as soon as its begin is sent to the database. */
    BEGIN_IS_NOT_WAITED_FOR,
    /** After a failover nodes do not mark their recent writes. */
    RECENT_WRITES_ARE_NOT_MARKED,
    /** The position is stored outside the database, and is ahead of it after a failover. */
    POSITION_OUTLIVES_THE_DATABASE,
    /** A node keeps its number although begins that it gave up may still be committed. */
    DOUBT_IS_IGNORED,
    /** A node that takes another number gives the old one up before its open writes are begun under the new one. */
    OPEN_WRITES_ARE_LEFT_BEHIND
}
