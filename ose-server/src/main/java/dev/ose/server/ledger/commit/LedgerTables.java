package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * The ledger's tables, as one committer uses them. Blocks on the database; not thread-safe.
 *
 * <p>Each step of a transaction sees everything that was committed before the step, and what a transaction has locked
 * no other transaction changes until it ends.
 */
public interface LedgerTables extends AutoCloseable {

    /**
     * Begins and ends writes in one transaction. Ends that need a look at their keys first may be left unchanged, to be
     * {@linkplain #transact resolved} in a transaction.
     *
     * @return the ids of the ended operations, without those that were refused
     * @throws dev.ose.server.runtime.failure.FailureException as {@link #transact}
     */
    default Set<Long> commit(List<Intent> begun, List<Completion> ended) {
        UncontendedBatch change = UncontendedBatch.of(begun, ended);
        return change.isEmpty() ? Set.of() : settle(change);
    }

    /**
     * Runs {@code work} in one transaction; repeats it if the database demands a retry.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code MetadataUnavailable}: nothing was committed;
     *     {@code OutcomeUnknown}: the commit was sent but not answered
     */
    void transact(Consumer<Transaction> work);

    /**
     * Makes the change in one transaction and one round trip. Settles only completions whose intent exists and is alone
     * on a key that is not dirty and needs no verification: their intents are removed, their rows written or deleted.
     * All other completions are left unchanged, to be {@linkplain #transact resolved} in a transaction.
     *
     * @return the ids of the settled operations, without those that were refused
     * @throws dev.ose.server.runtime.failure.FailureException as {@link #transact}
     */
    Set<Long> settle(UncontendedBatch change);

    /** Returns the connection to the pool. */
    @Override
    void close();

    /**
     * What a transaction has locked.
     *
     * @param intents all intents on the keys, of all nodes
     * @param dirty the keys that are dirty
     */
    record Locked(List<Intent> intents, Set<ObjectAddress> dirty) {

        public Locked {
            intents = List.copyOf(intents);
            dirty = Set.copyOf(dirty);
        }
    }

    /** The steps of a transaction, to be taken in the order of declaration to avoid deadlocks. */
    interface Transaction {

        /** Locks and reads the intents on these keys, then the marks of dirty ones: one round trip, two steps. */
        Locked lock(SortedSet<ObjectAddress> addresses);

        /** Writes the change. */
        void apply(LedgerChange change);
    }
}
