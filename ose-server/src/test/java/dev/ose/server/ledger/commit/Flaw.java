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
    WHAT_IS_HIDDEN_IS_GONE
}
