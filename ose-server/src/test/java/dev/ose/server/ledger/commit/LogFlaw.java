package dev.ose.server.ledger.commit;

/** What may be left out of the protocol of a ledger that is a log, to see the simulation notice. */
enum LogFlaw {
    /** Entries are applied although an earlier transaction is still under way, which is then passed over. */
    HORIZON_IS_PASSED,
    /** The position is committed before the rows, so a crash between the two loses entries. */
    POSITION_IS_COMMITTED_FIRST,
    /** The position is committed after the rows, so a crash between the two applies entries twice. */
    POSITION_IS_COMMITTED_LAST,
    /** Open writes are known from the log alone, which is truncated up to the position. */
    OPEN_WRITES_ARE_TRUNCATED,
    /** What a platform said of a dirty key is compared with the rows at once, not with the log up to then. */
    VERIFIED_BESIDE_THE_LOG,
    /** Writes that begin and end in one batch are taken for alone without a look at what lies between. */
    PAIRS_OF_A_BATCH_ARE_ALONE,
    /** A write is sent to the platform as soon as its begin is sent to the database. */
    BEGIN_IS_NOT_WAITED_FOR,
    /** After a fail-over nodes do not mark what they wrote lately. */
    RECENT_WRITES_ARE_NOT_MARKED,
    /** The position is remembered beside the database, and is ahead of it after a fail-over. */
    POSITION_OUTLIVES_THE_DATABASE,
    /** A node goes on under its number though begins that it gave up may yet be committed. */
    DOUBT_IS_IGNORED,
    /** A node that takes another number gives the old one up before its open writes are begun under the new one. */
    OPEN_WRITES_ARE_LEFT_BEHIND
}
