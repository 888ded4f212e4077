package dev.ose.server.ledger.commit;

/** Omissions from the protocol that the simulation must detect. */
enum Flaw {
    MARKS_ARE_NOT_RENEWED,
    INTENTS_ARE_NOT_WAITED_FOR,
    SETTLE_IGNORES_VERSIONS,
    NOTHING_IS_HELD,
    HOLD_IS_LOOKED_AT_LATE,
    ALONE_WITHOUT_INTENT,
    ALONE_BESIDE_OTHERS,
    ALONE_THOUGH_DIRTY,
    WHAT_IS_OVERWRITTEN_IS_GONE,
    WHAT_IS_HIDDEN_IS_GONE,
    /** A verification holds no locks between its two round trips. */
    SETTLE_LETS_GO_OF_ITS_LOCKS,
    /** A verification commits the removal of the mark before what it writes. */
    MARK_IS_REMOVED_BEFORE_THE_ROWS,
    /** What was in a segment is not counted as what was there. */
    FOLDED_IS_NOT_COUNTED,
    /** An object that is taken out of its segment gets no tombstone. */
    FOLDED_LEAVES_NO_TOMBSTONE,
    /** Each change of a key takes it out of its segment, as it was found before the first. */
    FOLDED_IS_TAKEN_OUT_TWICE,
    /** Compaction does not look again at what it read. */
    WHAT_HAS_CHANGED_IS_FOLDED
}
