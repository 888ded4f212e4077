package dev.ose.adapter.embedded;

import dev.ose.adapter.AccessAnswer;
import dev.ose.adapter.AccessQuestion;
import dev.ose.adapter.Capability;
import dev.ose.adapter.OwnChangeListener;
import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformCapacity;
import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformInfo;
import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUsage;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.PrincipalNames;
import dev.ose.adapter.Quirk;
import dev.ose.adapter.StoragePlatform;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.adapter.embedded.http.AccessExplainer;
import dev.ose.adapter.embedded.http.PlatformPrincipals;
import dev.ose.adapter.embedded.http.S3Listener;
import dev.ose.adapter.embedded.store.DatabaseException;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.keyring.Keyring;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A small S3 object store that runs in this process: bytes in files, the rest in PostgreSQL, S3 on a loopback port. An
 * object is on disk and in the database before its upload is acknowledged. It trusts every account that may read its
 * data directory and speaks plain HTTP, so it never listens beyond the host.
 */
public final class EmbeddedPlatform implements StoragePlatform {

    private static final System.Logger LOG = System.getLogger(EmbeddedPlatform.class.getName());

    /** Increased with every change of the capabilities, so that nodes probe them again. */
    private static final String VERSION = "5";

    private static final PlatformTenantId MISSING = new PlatformTenantId("missing");
    private static final Set<Capability> CAPABILITIES = Set.of(
            Capability.TRAILERS,
            Capability.CRC64NVME,
            Capability.NEWER_CHECKSUMS,
            Capability.ENFORCES_SIGNED_HASH,
            Capability.EXACT_KEYS,
            Capability.CONDITIONAL_WRITES,
            Capability.CONDITIONAL_DELETES,
            Capability.CONDITIONAL_COMPLETIONS,
            Capability.CONDITIONAL_COPIES,
            Capability.COPY_SOURCE_CONDITIONS,
            Capability.VERSIONING,
            Capability.TAGGING,
            Capability.TAGGED_CREATION,
            Capability.OBJECT_LOCK,
            Capability.LIFECYCLE,
            Capability.LIFECYCLE_SIZES,
            Capability.SSE_S3,
            Capability.CORS,
            Capability.POLICY,
            Capability.REFERER_CONDITIONS,
            Capability.ACL,
            Capability.AUTHORISES_UNSUPPORTED,
            Capability.USAGE,
            Capability.BUCKET_LISTS,
            Capability.BUCKET_TRANSFERS,
            Capability.EXPLAINS_ACCESS);

    private static final Set<Quirk> QUIRKS = Set.of(Quirk.UPLOADS_NOT_SUMMED_UP);

    private final Store store;
    private final S3Listener listener;
    private final AccessExplainer explainer;
    private final PlatformInfo info;
    private final Thread sweeper;
    private final LifecycleWorker lifecycle;
    private volatile @Nullable ChangeCourier courier;

    private EmbeddedPlatform(Store store, S3Listener listener, String region) {
        this.store = store;
        this.listener = listener;
        this.explainer = listener.explainer();
        this.info = new PlatformInfo(
                "embedded", VERSION, URI.create("http://127.0.0.1:" + listener.port()), region, CAPABILITIES, QUIRKS);
        this.sweeper = Thread.ofVirtual().name("embedded-platform-sweep").start(this::sweep);
        this.lifecycle = LifecycleWorker.start(store);
    }

    /**
     * Opens the data directory and the schema {@code embedded_platform} of the data source, and starts the S3 service.
     * Blocks. The caller closes the data source, after the platform; statements time out after 30 seconds.
     *
     * @throws PlatformException of kind {@code UNAVAILABLE} if the directory, the database or the port cannot be used
     */
    public static EmbeddedPlatform start(
            EmbeddedPlatformConfig config, DataSource dataSource, Keyring keyring, Clock clock) {
        try {
            Store store = Store.open(config.dataDirectory(), dataSource, keyring, clock);
            try {
                return new EmbeddedPlatform(store, S3Listener.start(store, config), config.region());
            } catch (IOException e) {
                store.close();
                throw e;
            }
        } catch (IOException e) {
            throw new PlatformException(
                    PlatformException.Kind.UNAVAILABLE, "The embedded platform cannot start: " + e.getMessage(), e);
        } catch (DatabaseException e) {
            throw refused(e);
        }
    }

    @Override
    public PlatformInfo info() {
        return info;
    }

    /** Checks that the database answers. */
    @Override
    public void checkAccess() {
        ask(() -> store.accounts().findTenant(MISSING));
    }

    @Override
    public PlatformTenant createTenant(TenantRequest request) {
        return ask(() -> store.accounts().createTenant(request));
    }

    @Override
    public Optional<PlatformTenant> findTenant(PlatformTenantId tenant) {
        return ask(() -> store.accounts().findTenant(tenant));
    }

    /** Also refuses, with kind {@code REJECTED}, if the tenant owns buckets. */
    @Override
    public void deleteTenant(PlatformTenantId tenant) {
        if (!ask(() -> store.accounts().deleteTenant(tenant))) {
            throw new PlatformException(
                    PlatformException.Kind.REJECTED, "Tenant " + tenant.value() + " still has users or buckets.");
        }
    }

    @Override
    public PlatformUser createUser(UserRequest request) {
        return ask(() -> store.accounts().createUser(request))
                .orElseThrow(() -> new PlatformException(
                        PlatformException.Kind.NOT_FOUND,
                        "There is no tenant " + request.tenant().value() + "."));
    }

    @Override
    public Optional<PlatformUser> findUser(PlatformUserId user) {
        return ask(() -> store.accounts().findUser(user));
    }

    @Override
    public void setUserActive(PlatformUserId user, boolean active) {
        if (!ask(() -> store.accounts().setUserActive(user, active))) {
            throw noSuchUser(user);
        }
    }

    @Override
    public void deleteUser(PlatformUserId user) {
        ask(() -> {
            store.accounts().deleteUser(user);
            return user;
        });
    }

    /**
     * Deletes the user. Objects belong to the owner of their bucket; if ownership controls leave them to their
     * uploaders, disabling the ACLs makes the bucket's owner their owner. A user who owns a bucket is kept without
     * keys.
     */
    @Override
    public void retireUser(PlatformUserId user) {
        ask(() -> {
            store.accounts().retireUser(user);
            return user;
        });
    }

    @Override
    public PlatformKey createKey(PlatformUserId user) {
        return ask(() -> store.accounts().createKey(user)).orElseThrow(() -> noSuchUser(user));
    }

    @Override
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return ask(() -> store.accounts().listKeys(user));
    }

    @Override
    public void deleteKey(PlatformUserId user, String accessKey) {
        ask(() -> {
            store.accounts().deleteKey(user, accessKey);
            return user;
        });
    }

    @Override
    public PlatformUsage usage(PlatformUserId user) {
        return ask(() -> store.holdings().usage(user)).orElseThrow(() -> noSuchUser(user));
    }

    /** That of the file system of the data directory, which other files may share. */
    @Override
    public Optional<PlatformCapacity> capacity() {
        try {
            return Optional.of(store.files().capacity());
        } catch (IOException e) {
            throw new PlatformException(
                    PlatformException.Kind.UNAVAILABLE,
                    "The file system of the data directory does not report its capacity: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public List<PlatformBucket> listBuckets(PlatformUserId user, String after, int limit) {
        return ask(() -> store.holdings().buckets(user, after, limit));
    }

    @Override
    public void transferBucket(PlatformUserId from, PlatformUserId to, String bucket) {
        if (!ask(() -> store.holdings().transfer(from, to, bucket))) {
            throw new PlatformException(
                    PlatformException.Kind.NOT_FOUND, "Neither user owns a bucket " + bucket + " in one tenant.");
        }
    }

    @Override
    public Optional<PrincipalNames> principalNames() {
        return Optional.of(new PlatformPrincipals());
    }

    @Override
    public AccessAnswer explain(AccessQuestion question) {
        return ask(() -> explainer.explain(question));
    }

    /** Reports removals by lifecycle rules. */
    @Override
    public void reportOwnChanges(OwnChangeListener listener) {
        courier = ChangeCourier.start(store.changes(), listener);
    }

    /** The worker of lifecycle rules, so that tests can run it at a chosen time. */
    LifecycleWorker lifecycle() {
        return lifecycle;
    }

    /** Stops the S3 service, waits up to ten seconds for running requests, and unlocks the data directory. */
    @Override
    public void close() {
        listener.close();
        lifecycle.close();
        ChangeCourier reporting = courier;
        if (reporting != null) {
            reporting.close();
        }
        sweeper.interrupt();
        try {
            sweeper.join();
            store.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sweep() {
        try {
            long deleted = store.sweep();
            if (deleted > 0) {
                LOG.log(System.Logger.Level.INFO, "Deleted " + deleted + " files that no object named");
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "Left-over files were not all deleted; the next start tries again", e);
        }
    }

    private static <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (DatabaseException e) {
            throw refused(e);
        }
    }

    private static RuntimeException refused(DatabaseException e) {
        return switch (e.kind()) {
            case UNAVAILABLE ->
                new PlatformException(PlatformException.Kind.UNAVAILABLE, "The database does not answer.", e);
            case OUTCOME_UNKNOWN ->
                new PlatformException(
                        PlatformException.Kind.OUTCOME_UNKNOWN, "The database did not confirm the change.", e);
            case BUG -> e;
        };
    }

    private static PlatformException noSuchUser(PlatformUserId user) {
        return new PlatformException(PlatformException.Kind.NOT_FOUND, "There is no user " + user.value() + ".");
    }
}
