package dev.ose.server.ledger.node;

/** A node cannot join, because one that is alive keeps the ledger in another way. */
public final class LedgerOfOthers extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param node the name of the other */
    public LedgerOfOthers(String node) {
        super("node " + node
                + " runs with another value of oss.metadata.ledger, or stopped less than half a minute ago");
    }
}
