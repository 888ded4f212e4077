package dev.ose.server.ledger.node;

/** The nodes and their leases, by the database's clock. Every method blocks on the database. */
public interface NodeTable {

    /**
     * Takes a new number for this process of the node and leases it. Earlier numbers of the name are deleted and their
     * intents count as abandoned: the caller must ensure that no earlier process is alive.
     *
     * @throws LedgerOfOthers if a node that is alive keeps the ledger in another way
     */
    int register(String name);

    /**
     * Takes a further number for this process of the node and leases it; its earlier ones remain alive until they are
     * {@linkplain #leaveFormer given up}.
     *
     * @throws LedgerOfOthers if a node that is alive keeps the ledger in another way
     */
    int registerBeside(String name);

    /** Deletes all numbers of the name but one; their intents count as abandoned. */
    void leaveFormer(String name, int node);

    /**
     * Extends the lease, and those of other numbers of its node; returns false if the number was deleted meanwhile and
     * another must be taken.
     *
     * @param isCaughtUp whether the database knows of all writes that the node accepted; false until known
     */
    boolean renew(int node, boolean isCaughtUp);

    /**
     * Gives all numbers of the node up at an orderly stop: its intents count as abandoned from now on.
     *
     * @param isCaughtUp whether the database knows of all writes that the node accepted; if not, the number remains as
     *     that of a dead node with more to report
     */
    void leave(int node, boolean isCaughtUp);

    /**
     * Turns intents of dead nodes into dirty keys, held for as long as a request may be under way to the platform, and
     * puts all uploads in doubt, because such a node may have stored parts without recording them.
     *
     * @return the number of intents; less than {@code limit} if none are left
     */
    int reap(int limit);

    /** Deletes nodes whose lease expired more than a day ago. */
    void forgetGone();
}
