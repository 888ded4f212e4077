package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Intent;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * The tables behind the ledger, as one committer uses them. Blocks on the database; used by one thread at a time.
 *
 * <p>A transaction sees, with each of its steps, all that was committed before that step, and what it has locked no
 * other transaction changes until it ends.
 */
public interface LedgerTables extends AutoCloseable {

    /**
     * Runs {@code work} in one transaction; perhaps several times, if the database asks for that.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code MetadataUnavailable}: nothing was committed;
     *     {@code OutcomeUnknown}: the commit was sent and its answer never came
     */
    void transact(Consumer<Transaction> work);

    /**
     * Makes the change in one transaction and one round trip. Of the ends it takes those whose intent is there, alone on a key
     * that is not dirty and of which nothing must be asked: their intents go, and their rows are written or deleted. Of all
     * others nothing changes: they are to be {@linkplain #transact decided}.
     *
     * @return the operations that it ended, without those that were refused
     * @throws dev.ose.server.runtime.failure.FailureException as {@link #transact}
     */
    Set<Long> settle(UncontendedBatch change);

    /** Gives the connection back. */
    @Override
    void close();

    /**
     * What a transaction has locked.
     *
     * @param intents all on the keys, whoever's they are
     * @param dirty those of the keys that are dirty
     */
    record Locked(List<Intent> intents, Set<ObjectAddress> dirty) {

        public Locked {
            intents = List.copyOf(intents);
            dirty = Set.copyOf(dirty);
        }
    }

    /** The steps of a transaction, to be taken in the order of declaration so that two never wait for each other. */
    interface Transaction {

        /** Locks and reads the intents on these keys, then the marks of those that are dirty: one round trip, two steps. */
        Locked lock(SortedSet<ObjectAddress> addresses);

        /** Writes. */
        void apply(LedgerChange change);
    }
}
