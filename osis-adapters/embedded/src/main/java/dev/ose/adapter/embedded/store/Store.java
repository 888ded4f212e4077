package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.FileStore;
import dev.ose.keyring.Keyring;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A data directory and the schema that describes it, which belong together for ever.
 *
 * @param clock the moment that new rows get
 */
public record Store(
        FileStore files,
        AccountStore accounts,
        StoredBuckets buckets,
        Objects objects,
        Uploads uploads,
        Listings listings,
        Locks locks,
        Lifecycles lifecycles,
        LifecycleRules rules,
        Expiry expiry,
        OwnChanges changes,
        UserResources holdings,
        Clock clock)
        implements AutoCloseable {

    /**
     * Opens both, bringing the schema up to date. Blocks.
     *
     * @throws IOException if the directory cannot be used, or is not the one that the schema describes
     */
    public static Store open(Path dataDirectory, DataSource dataSource, Keyring keyring, Clock clock)
            throws IOException {
        FileStore files = FileStore.open(dataDirectory);
        try {
            StoreDatabase database = StoreDatabase.open(dataSource);
            AccountStore accounts = new AccountStore(database, keyring, clock);
            UUID bound = accounts.bind(files.id());
            if (!bound.equals(files.id())) {
                throw new IOException("The database describes another data directory than " + dataDirectory
                        + ". Start with the directory whose file \"id\" says " + bound
                        + ", or with the database that belongs to this one.");
            }
            OwnChanges changes = new OwnChanges(database);
            return new Store(
                    files,
                    accounts,
                    new StoredBuckets(database, files, clock),
                    new Objects(database, files, clock),
                    new Uploads(database, files, clock),
                    new Listings(database),
                    new Locks(database, clock),
                    new Lifecycles(database),
                    new LifecycleRules(),
                    new Expiry(database, files, changes),
                    changes,
                    new UserResources(database),
                    clock);
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /**
     * Deletes the files that no row names, which a crash may leave behind. May run beside requests; takes one look-up
     * for each thousand files.
     *
     * @return how many were deleted
     */
    public long sweep() throws IOException {
        return files.sweep(batch -> new HashSet<FileId>(objects.known(batch)));
    }

    /** Lets another process use the data directory. */
    @Override
    public void close() throws IOException {
        files.close();
    }
}
