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
 * A data directory and its schema, which are bound to each other permanently.
 *
 * @param clock the time of new rows
 */
public record Store(
        FileStore files,
        EmbeddedAccountStore accounts,
        StoredBuckets buckets,
        Contents contents,
        LifecycleManagement lifecycle,
        OwnChanges changes,
        UserResources holdings,
        Clock clock)
        implements AutoCloseable {

    /**
     * Opens both and migrates the schema. Blocks.
     *
     * @throws IOException if the directory cannot be used, or belongs to another schema
     */
    public static Store open(Path dataDirectory, DataSource dataSource, Keyring keyring, Clock clock)
            throws IOException {
        FileStore files = FileStore.open(dataDirectory, keyring);
        try {
            StoreDatabase database = StoreDatabase.open(dataSource);
            EmbeddedAccountStore accounts = new EmbeddedAccountStore(database, keyring, clock);
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
                    new Contents(
                            new Objects(database, files, clock),
                            new Uploads(database, files, clock),
                            new Listings(database),
                            new Locks(database, clock)),
                    new LifecycleManagement(
                            new Lifecycles(database), new LifecycleRules(), new Expiry(database, files, changes)),
                    changes,
                    new UserResources(database),
                    clock);
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /**
     * Deletes the files that no row references, which a crash may leave. May run concurrently with requests; takes one
     * query per thousand files.
     *
     * @return the number of deleted files
     */
    public long sweep() throws IOException {
        return files.sweep(batch -> new HashSet<FileId>(contents.objects().known(batch)));
    }

    /** Unlocks the data directory for other processes. */
    @Override
    public void close() throws IOException {
        files.close();
    }
}
