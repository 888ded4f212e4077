package dev.ose.server.bucket.settings;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.CreateBucketConfiguration;
import dev.ose.s3.document.ObjectLockConfiguration;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.document.VersioningConfiguration;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.UndoableCreation;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.ownership.BucketBusyRetry;
import dev.ose.server.bucket.ownership.BucketCreation;
import dev.ose.server.bucket.ownership.BucketRemoval;
import dev.ose.server.bucket.ownership.ClaimAbandonment;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.WholeResponse;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates buckets with their settings, all or nothing: if a setting fails, the new bucket is removed again, unless
 * another request takes part in its creation. A bucket that the platform has already is not touched. Blocks on database
 * and platform. Thread-safe.
 */
public final class BucketSetup {

    private static final String HAD = "BucketAlreadyOwnedByYou";

    private final BucketStore store;
    private final OwnerBucketRequests requests;
    private final BucketSettings settings;
    private final PlatformDirectory platforms;
    private final QuotaStore quotas;
    private final BucketAdmissions admissions;
    private final ClaimAbandonment abandonment;

    public BucketSetup(
            BucketStore store,
            OwnerBucketRequests requests,
            BucketSettings settings,
            PlatformDirectory platforms,
            QuotaStore quotas,
            BucketAdmissions admissions) {
        this.store = store;
        this.requests = requests;
        this.settings = settings;
        this.platforms = platforms;
        this.quotas = quotas;
        this.admissions = admissions;
        this.abandonment = new ClaimAbandonment(store, admissions, Supplier::get);
    }

    /**
     * Creates the bucket for the user.
     *
     * @throws FailureException {@code NotOffered} if the platform lacks a setting; {@code BucketTaken} if there is a
     *     bucket of that name, be it the user's own or on the platform alone; {@code BucketBusy} while another request
     *     creates or deletes it; {@code TooManyBuckets}; {@code PlatformRefused}; {@code OutcomeUnknown}; {@code
     *     CreationUndone} or {@code CreationUnfinished} if a setting failed
     */
    public void create(Identity owner, NewBucket wanted) {
        Platform platform = platforms.get(owner.endpoint());
        requireOffered(platform, wanted);
        Attempt attempt = new Attempt(owner, wanted, platform);
        @Nullable FailureException refusal = BucketCreation.perform(wanted.name(), attempt);
        if (refusal != null) {
            throw refusal;
        }
        attempt.set();
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

    /** The creation of one bucket. Confined to its thread. */
    private final class Attempt implements BucketCreation.Steps<FailureException> {

        private final Identity owner;
        private final NewBucket wanted;
        private final Platform platform;
        private final OwnerBucketRequests.Site site;
        private boolean isRepeated;
        private @Nullable UndoableCreation creation;

        Attempt(Identity owner, NewBucket wanted, Platform platform) {
            this.owner = owner;
            this.wanted = wanted;
            this.platform = platform;
            this.site =
                    new OwnerBucketRequests.Site(owner.tenant(), owner.endpoint(), owner.platformKey(), wanted.name());
        }

        @Override
        public BucketClaim claim(boolean isAgain) {
            isRepeated = isAgain;
            BucketClaim claim = isAgain ? BucketBusyRetry.take(this::claim) : claim();
            if (claim.isKept()) {
                throw taken();
            }
            creation = store.makeUndoable(owner.tenant(), claim).orElse(null);
            if (claim.isShared() || creation == null) {
                // A failure here would remove the bucket of the other request.
                store.abandon(owner.tenant(), claim);
                throw new FailureException(new Failure.BucketBusy(wanted.name().value()));
            }
            if (!isAgain) {
                requireMissing(claim);
            }
            return claim;
        }

        /**
         * The answer to a creation does not always differ if the platform has the bucket already. It is asked under the
         * claim, so that the bucket is not another creation's, which may still be undone.
         */
        private void requireMissing(BucketClaim claim) {
            WholeResponse answer = head(claim);
            boolean isThere = answer.status() == 200;
            if (!isThere && answer.status() < 500) {
                return;
            }
            if (isThere && claim.isTakenOver()) {
                // The request before has created it.
                store.confirm(owner.tenant(), owner.user(), claim.bucket());
            } else {
                store.abandon(owner.tenant(), claim);
            }
            throw isThere ? taken() : refused(answer);
        }

        private WholeResponse head(BucketClaim claim) {
            try {
                return requests.head(site);
            } catch (FailureException e) {
                store.abandon(owner.tenant(), claim);
                throw e;
            }
        }

        private FailureException taken() {
            return new FailureException(new Failure.BucketTaken(wanted.name().value()));
        }

        private FailureException refused(WholeResponse answer) {
            return new FailureException(new Failure.PlatformRefused(platform.name(), reason(answer)));
        }

        private BucketClaim claim() {
            return store.claim(owner.tenant(), owner.user(), owner.platform(), wanted.name(), wanted.region());
        }

        @Override
        public @Nullable FailureException refusal(BucketClaim claim) {
            grant(claim);
            WholeResponse answer;
            try {
                answer = requests.create(site, wanted.lock() != null, document());
            } catch (FailureException e) {
                if (!(e.failure() instanceof Failure.OutcomeUnknown)) {
                    abandon(claim);
                }
                throw e;
            }
            boolean isHad = isCode(answer, HAD);
            if (answer.status() == 200 || (isHad && isRepeated)) {
                return null;
            }
            if (answer.status() < 500) {
                abandon(claim);
            }
            return isHad || isCode(answer, "BucketAlreadyExists") ? taken() : refused(answer);
        }

        /** Without an answer the claim stays: a creation before may have come to the platform. */
        private void grant(BucketClaim claim) {
            try {
                admission().ifPresent(admissions::grant);
            } catch (FailureException e) {
                if (e.failure() instanceof Failure.BucketTaken) {
                    abandon(claim);
                } else {
                    abandonment.leave(owner.tenant(), () -> store.beginAbandon(owner.tenant(), claim));
                }
                throw e;
            }
        }

        private Optional<BucketAdmissions.Admission> admission() {
            return admissions.find(owner.platform(), owner.tenant(), owner.user(), wanted.name());
        }

        private void abandon(BucketClaim claim) {
            admission()
                    .ifPresentOrElse(
                            it -> abandonment.perform(
                                    owner.tenant(), it, () -> store.beginAbandon(owner.tenant(), claim)),
                            () -> store.abandon(owner.tenant(), claim));
        }

        /** The region if the platform needs it, and the tags if it takes them with the creation. */
        private byte[] document() {
            Tagging tags = areTagsCreated() ? wanted.tags() : new Tagging(List.of());
            return new CreateBucketConfiguration(platform.newBucketRegion(), tags).toBytes();
        }

        private boolean areTagsCreated() {
            return !wanted.tags().tags().isEmpty() && platform.offers(Capability.TAGGED_CREATION);
        }

        @Override
        public boolean confirm(BucketClaim claim) {
            try {
                return store.confirm(owner.tenant(), owner.user(), claim.bucket());
            } catch (FailureException e) {
                throw unfinished("entry in the database", e);
            }
        }

        /** Sets what was asked for. */
        void set() {
            BucketId bucket = Objects.requireNonNull(creation).bucket();
            if (wanted.isVersioned() && wanted.lock() == null) {
                step("versioning", () -> {
                    store.noteVersions(bucket);
                    put(BucketSubresource.Action.PUT_BUCKET_VERSIONING, enabled());
                });
            }
            @Nullable ObjectLockConfiguration lock = wanted.lock();
            if (lock != null) {
                step("object lock", () -> lock(lock));
            }
            if (!wanted.tags().tags().isEmpty() && !areTagsCreated()) {
                byte[] tags = wanted.tags().toBytes();
                step("tags", () -> put(BucketSubresource.Action.PUT_BUCKET_TAGGING, tags));
            }
            if (wanted.block() != null) {
                byte[] block = wanted.block().toBytes();
                step("public access block", () -> put(BucketSubresource.Action.PUT_PUBLIC_ACCESS_BLOCK, block));
            }
            if (!wanted.quota().isNone()) {
                step("quota", () -> quotas.put(new QuotaHolder.OfBucket(owner.tenant(), bucket), wanted.quota()));
            }
        }

        private void lock(ObjectLockConfiguration lock) {
            if (lock.defaultRetention() != null) {
                put(BucketSubresource.Action.PUT_OBJECT_LOCK_CONFIGURATION, lock.toBytes());
            }
            SettingReader reader = new SettingReader(
                    owner.endpoint(), owner.platformKey(), wanted.name().value(), List.of());
            BucketSubresource.Action reading = BucketSubresource.Action.GET_OBJECT_LOCK_CONFIGURATION;
            // A platform that ignores the header of the creation answers as if it had created a bucket with a lock.
            if (!(settings.read(reader, List.of(reading)).get(reading) instanceof SettingAnswer.Stored)) {
                throw new FailureException(
                        new Failure.PlatformRefused(platform.name(), "the bucket has no object lock"));
            }
        }

        private static byte[] enabled() {
            return new VersioningConfiguration(VersioningConfiguration.Status.ENABLED, null).toBytes();
        }

        private void put(BucketSubresource.Action setting, byte[] document) {
            WholeResponse answer = requests.put(site, setting, document);
            if (answer.status() >= 300) {
                throw refused(answer);
            }
        }

        private void step(String setting, Runnable step) {
            try {
                step.run();
            } catch (FailureException e) {
                throw undone(setting, e);
            } catch (RuntimeException bug) {
                throw isRemoved() ? bug : new IllegalStateException("a new bucket is left without its " + setting, bug);
            }
        }

        private FailureException undone(String setting, FailureException cause) {
            return isRemoved()
                    ? new FailureException(
                            new Failure.CreationUndone(wanted.name().value(), setting, explanation(cause)))
                    : unfinished(setting, cause);
        }

        private FailureException unfinished(String setting, FailureException cause) {
            return new FailureException(
                    new Failure.CreationUnfinished(wanted.name().value(), setting, explanation(cause)));
        }

        private static String explanation(FailureException cause) {
            return cause.failure() instanceof Failure.PlatformRefused(var _, var text)
                    ? text
                    : FailureException.codeOf(cause);
        }

        private boolean isRemoved() {
            try {
                return BucketRemoval.perform(
                                wanted.name(), undoing(Objects.requireNonNull(creation), site, admission()))
                        .isRemoved();
            } catch (FailureException stays) {
                return false;
            }
        }
    }

    /** The removal of a bucket whose settings failed. */
    private OwnerBucketRemoval undoing(
            UndoableCreation creation, OwnerBucketRequests.Site site, Optional<BucketAdmissions.Admission> admission) {
        return new OwnerBucketRemoval(
                new OwnerBucketRemoval.Services(store, requests, admissions),
                site,
                () -> admission,
                () -> store.beginUndo(site.tenant(), creation)
                        .orElseThrow(() -> new FailureException(
                                new Failure.BucketBusy(site.bucket().value()))));
    }

    static boolean isCode(WholeResponse answer, String code) {
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
