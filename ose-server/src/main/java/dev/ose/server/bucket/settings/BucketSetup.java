package dev.ose.server.bucket.settings;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.VersioningConfiguration;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketBusyRetry;
import dev.ose.server.bucket.ownership.BucketCreation;
import dev.ose.server.bucket.ownership.BucketRemoval;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.WholeResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates buckets with their settings, all or nothing: if a setting fails, the new bucket is removed again. Blocks on
 * database and platform. Thread-safe.
 */
public final class BucketSetup {

    private static final String HAD = "BucketAlreadyOwnedByYou";
    private static final String MISSING = "NoSuchBucket";

    private final BucketStore store;
    private final BucketDirectory directory;
    private final BucketRequests requests;
    private final PlatformDirectory platforms;
    private final QuotaStore quotas;

    public BucketSetup(
            BucketStore store,
            BucketDirectory directory,
            BucketRequests requests,
            PlatformDirectory platforms,
            QuotaStore quotas) {
        this.store = store;
        this.directory = directory;
        this.requests = requests;
        this.platforms = platforms;
        this.quotas = quotas;
    }

    /**
     * Creates the bucket for the user.
     *
     * @throws FailureException {@code NotOffered} if the platform lacks a setting; {@code BucketTaken} if there is a
     *     bucket of that name, be it the user's own; {@code BucketBusy} while another request creates or deletes it;
     *     {@code TooManyBuckets}; {@code PlatformRefused}; {@code OutcomeUnknown}; {@code CreationUndone} or {@code
     *     CreationUnfinished} if a setting failed
     */
    public Bucket create(Identity owner, NewBucket wanted) {
        Platform platform = platforms.get(owner.endpoint());
        requireOffered(platform, wanted);
        Attempt attempt = new Attempt(owner, wanted, platform);
        @Nullable FailureException refusal = BucketCreation.perform(wanted.name(), attempt);
        if (refusal != null) {
            throw refusal;
        }
        Bucket created = find(owner, wanted).orElseThrow(() -> missing(wanted));
        attempt.set(created);
        return created;
    }

    private static void requireOffered(Platform platform, NewBucket wanted) {
        require(platform, wanted.isVersioned(), Capability.VERSIONING, "versioning");
        require(platform, wanted.lock() != null, Capability.OBJECT_LOCK, "object lock");
        require(platform, !wanted.tags().tags().isEmpty(), Capability.TAGGING, "tags of buckets");
    }

    private static void require(Platform platform, boolean isWanted, Capability needed, String what) {
        if (isWanted && !platform.offers(needed)) {
            throw new FailureException(new Failure.NotOffered(what));
        }
    }

    private Optional<Bucket> find(Identity owner, NewBucket wanted) {
        return Futures.await(directory.find(owner.tenant(), wanted.name()));
    }

    private static FailureException missing(NewBucket wanted) {
        return new FailureException(new Failure.BucketMissing(wanted.name().value()));
    }

    /** The creation of one bucket. Confined to its thread. */
    private final class Attempt implements BucketCreation.Steps<FailureException> {

        private final Identity owner;
        private final NewBucket wanted;
        private final Platform platform;
        private final BucketRequests.Site site;

        Attempt(Identity owner, NewBucket wanted, Platform platform) {
            this.owner = owner;
            this.wanted = wanted;
            this.platform = platform;
            this.site = new BucketRequests.Site(owner.tenant(), owner.endpoint(), owner.platformKey(), wanted.name());
        }

        @Override
        public BucketClaim claim(boolean isAgain) {
            BucketClaim claim = isAgain ? BucketBusyRetry.take(this::claim) : claim();
            if (claim.isKept()) {
                throw new FailureException(new Failure.BucketTaken(wanted.name().value()));
            }
            if (claim.isShared()) {
                // A failure here would remove the bucket of the other request.
                store.abandon(owner.tenant(), claim);
                throw new FailureException(new Failure.BucketBusy(wanted.name().value()));
            }
            return claim;
        }

        private BucketClaim claim() {
            return store.claim(owner.tenant(), owner.user(), owner.platform(), wanted.name(), wanted.region());
        }

        @Override
        public @Nullable FailureException refusal(BucketClaim claim) {
            WholeResponse answer;
            try {
                answer = requests.create(site, wanted.lock() != null, document());
            } catch (FailureException e) {
                if (!(e.failure() instanceof Failure.OutcomeUnknown)) {
                    store.abandon(owner.tenant(), claim);
                }
                throw e;
            }
            if (answer.status() == 200 || isCode(answer, HAD)) {
                return null;
            }
            if (answer.status() < 500) {
                store.abandon(owner.tenant(), claim);
            }
            return new FailureException(
                    isCode(answer, "BucketAlreadyExists")
                            ? new Failure.BucketTaken(wanted.name().value())
                            : new Failure.PlatformRefused(platform.name(), reason(answer)));
        }

        /** The tags, if the platform takes them with the creation. */
        private byte[] document() {
            return areTagsCreated() ? new CreateBucketConfiguration(null, wanted.tags()).toBytes() : new byte[0];
        }

        private boolean areTagsCreated() {
            return !wanted.tags().tags().isEmpty() && platform.offers(Capability.TAGGED_CREATION);
        }

        @Override
        public boolean confirm(BucketClaim claim) {
            return store.confirm(owner.tenant(), owner.user(), claim.bucket());
        }

        /** Sets what was asked for. */
        void set(Bucket created) {
            if (wanted.isVersioned() && wanted.lock() == null) {
                step(created, "versioning", () -> {
                    store.noteVersions(created.id());
                    put(BucketSubresource.Action.PUT_BUCKET_VERSIONING, enabled());
                });
            }
            if (wanted.lock() != null && wanted.lock().defaultRetention() != null) {
                byte[] lock = wanted.lock().toBytes();
                step(created, "object lock", () -> put(BucketSubresource.Action.PUT_OBJECT_LOCK_CONFIGURATION, lock));
            }
            if (!wanted.tags().tags().isEmpty() && !areTagsCreated()) {
                byte[] tags = wanted.tags().toBytes();
                step(created, "tags", () -> put(BucketSubresource.Action.PUT_BUCKET_TAGGING, tags));
            }
            if (wanted.block() != null) {
                byte[] block = wanted.block().toBytes();
                step(
                        created,
                        "public access block",
                        () -> put(BucketSubresource.Action.PUT_PUBLIC_ACCESS_BLOCK, block));
            }
            if (!wanted.quota().isNone()) {
                step(
                        created,
                        "quota",
                        () -> quotas.put(new QuotaHolder.OfBucket(owner.tenant(), created.id()), wanted.quota()));
            }
        }

        private static byte[] enabled() {
            return new VersioningConfiguration(VersioningConfiguration.Status.ENABLED, null).toBytes();
        }

        private void put(BucketSubresource.Action setting, byte[] document) {
            WholeResponse answer = requests.put(site, setting, document);
            if (answer.status() >= 300) {
                throw new FailureException(new Failure.PlatformRefused(platform.name(), reason(answer)));
            }
        }

        private void step(Bucket created, String name, Runnable step) {
            try {
                step.run();
            } catch (FailureException e) {
                String reason = e.failure() instanceof Failure.PlatformRefused(var _, var explanation)
                        ? explanation
                        : e.failure().getClass().getSimpleName();
                String bucket = wanted.name().value();
                throw new FailureException(
                        isRemoved(created)
                                ? new Failure.CreationUndone(bucket, name, reason)
                                : new Failure.CreationUnfinished(bucket, name, reason));
            }
        }

        private boolean isRemoved(Bucket created) {
            try {
                return BucketRemoval.perform(created, new Undoing(created, site))
                        .isRemoved();
            } catch (FailureException stays) {
                return false;
            }
        }
    }

    /** The removal of a bucket whose settings failed. */
    private final class Undoing implements BucketRemoval.Steps<WholeResponse> {

        private final Bucket bucket;
        private final BucketRequests.Site site;

        Undoing(Bucket bucket, BucketRequests.Site site) {
            this.bucket = bucket;
            this.site = site;
        }

        @Override
        public BucketDeletion begin() {
            return store.beginDeletion(bucket.tenant(), bucket);
        }

        @Override
        public BucketRemoval.Answer<WholeResponse> delete() {
            WholeResponse answer = requests.delete(site);
            return new BucketRemoval.Answer<>(
                    answer.status() == 204 || answer.status() == 200,
                    answer.status() == 404 && isCode(answer, MISSING),
                    answer);
        }

        @Override
        public boolean complete(BucketDeletion deletion) {
            return store.completeDeletion(bucket.tenant(), deletion);
        }

        @Override
        public void cancel(BucketDeletion deletion) {
            store.cancelDeletion(bucket.tenant(), deletion);
        }
    }

    private static boolean isCode(WholeResponse answer, String code) {
        return code(answer).filter(code::equals).isPresent();
    }

    private static Optional<String> code(WholeResponse answer) {
        return answer.isTooLong()
                ? Optional.empty()
                : PlatformAnswer.find(PlatformAnswer.Failed.class, answer.body())
                        .map(PlatformAnswer.Failed::code);
    }

    private static String reason(WholeResponse answer) {
        return "status " + answer.status() + code(answer).map(it -> ", " + it).orElse("");
    }
}
