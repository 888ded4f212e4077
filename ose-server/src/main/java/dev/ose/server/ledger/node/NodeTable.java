package dev.ose.server.ledger.node;

/** The nodes and their leases, by the database's clock. Every method blocks on the database. */
public interface NodeTable {

    /**
     * Takes a new number for this life of the node and leases it. Earlier lives of the name are forgotten: whoever
     * calls this must be sure that their process is gone, because their intents count as abandoned from now on.
     */
    int register(String name);

    /**
     * Extends the lease; false if the number was forgotten meanwhile, and another must be taken.
     *
     * @param isCaughtUp whether the database knows of all that was written through the node; as long as nothing was said, it
     *     does not
     */
    boolean renew(int node, boolean isCaughtUp);

    /**
     * Gives the number up at the end of an orderly life: its intents count as abandoned from now on.
     *
     * @param isCaughtUp whether the database knows of all that was written through the node; where it does not, the number stays
     *     as that of a node that is dead and has more to tell
     */
    void leave(int node, boolean isCaughtUp);

    /**
     * Turns intents of nodes that are gone into dirty keys, held for as long as a request may be under way to the
     * platform, and puts all uploads in doubt, of which such a node may have stored parts that it did not note.
     *
     * @return how many; fewer than {@code limit} means that none are left
     */
    int reap(int limit);

    /** Deletes nodes whose lease has been over for a day. */
    void forgetGone();
}
