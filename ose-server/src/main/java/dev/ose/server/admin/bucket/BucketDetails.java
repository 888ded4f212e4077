package dev.ose.server.admin.bucket;

import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_ACL;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_CORS;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_ENCRYPTION;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_LIFECYCLE_CONFIGURATION;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_LOGGING;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_NOTIFICATION_CONFIGURATION;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_OWNERSHIP_CONTROLS;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_POLICY;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_POLICY_STATUS;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_REPLICATION;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_TAGGING;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_VERSIONING;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_BUCKET_WEBSITE;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_OBJECT_LOCK_CONFIGURATION;
import static dev.ose.s3.operation.BucketSubresource.Action.GET_PUBLIC_ACCESS_BLOCK;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.OwnershipControls;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.operation.BucketSubresource.Action;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.admin.bucket.SettingDocuments.EncryptionView;
import dev.ose.server.admin.bucket.SettingDocuments.ObjectLockView;
import dev.ose.server.admin.bucket.SettingDocuments.Versioning;
import dev.ose.server.admin.bucket.SettingDocuments.WebsiteView;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.sharing.CombinedPolicy;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.sync.SyncRuns;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts the view of a bucket together. Blocks on the database. Thread-safe. */
public final class BucketDetails {

    /** The settings that are read. */
    static final Set<Action> SETTINGS = Set.of(
            GET_BUCKET_ACL,
            GET_BUCKET_CORS,
            GET_BUCKET_ENCRYPTION,
            GET_BUCKET_LIFECYCLE_CONFIGURATION,
            GET_BUCKET_NOTIFICATION_CONFIGURATION,
            GET_BUCKET_OWNERSHIP_CONTROLS,
            GET_BUCKET_POLICY,
            GET_BUCKET_POLICY_STATUS,
            GET_BUCKET_REPLICATION,
            GET_BUCKET_TAGGING,
            GET_BUCKET_VERSIONING,
            GET_BUCKET_WEBSITE,
            GET_OBJECT_LOCK_CONFIGURATION,
            GET_PUBLIC_ACCESS_BLOCK);

    /** What policies of the caller may keep from it: that, and what the node itself knows. */
    static final Set<Action> GUARDED =
            Stream.concat(SETTINGS.stream(), Stream.of(GET_BUCKET_LOGGING)).collect(Collectors.toUnmodifiableSet());

    private static final BucketView.RulesView NO_RULES = new BucketView.RulesView(0);

    private final PlatformDirectory platforms;
    private final ObjectCounters counters;
    private final QuotaStore quotas;
    private final SyncRuns syncRuns;
    private final NotificationStore notifications;

    public BucketDetails(
            PlatformDirectory platforms,
            ObjectCounters counters,
            QuotaStore quotas,
            SyncRuns syncRuns,
            NotificationStore notifications) {
        this.platforms = platforms;
        this.counters = counters;
        this.quotas = quotas;
        this.syncRuns = syncRuns;
        this.notifications = notifications;
    }

    /** The view of a bucket, of what was read for the caller. */
    BucketView view(BucketVisits.Visit visit) {
        Bucket bucket = visit.bucket();
        SettingParts parts = new SettingParts(visit.settings());
        boolean isInside = visit.isInside();
        Set<Capability> capabilities =
                new TreeSet<>(platforms.get(bucket.endpoint()).capabilities());
        return new BucketView(
                bucket.name().value(),
                visit.isOfTenant() ? bucket.owner().toString() : null,
                bucket.region(),
                bucket.createdAt(),
                parts.part("versioning", GET_BUCKET_VERSIONING, SettingDocuments::versioning, Versioning.DISABLED),
                parts.part(
                        "objectLock", GET_OBJECT_LOCK_CONFIGURATION, SettingDocuments::objectLock, ObjectLockView.OFF),
                parts.part("encryption", GET_BUCKET_ENCRYPTION, SettingDocuments::encryption, EncryptionView.NONE),
                parts.part("objectOwnership", GET_BUCKET_OWNERSHIP_CONTROLS, BucketDetails::ownership, null),
                parts.part("acl", GET_BUCKET_ACL, SettingDocuments::acl, null),
                policyStatus(bucket, parts),
                parts.part(
                        "publicAccessBlock", GET_PUBLIC_ACCESS_BLOCK, PublicAccessBlock::read, PublicAccessBlock.NONE),
                parts.part("lifecycleRuleCount", GET_BUCKET_LIFECYCLE_CONFIGURATION, BucketDetails::rules, 0),
                parts.part("corsRuleCount", GET_BUCKET_CORS, it -> SettingDocuments.count(it, "CORSRule"), 0),
                isInside && parts.isPermitted("logging", GET_BUCKET_LOGGING)
                        ? BucketView.LoggingView.of(bucket.logging())
                        : null,
                parts.part("replication", GET_BUCKET_REPLICATION, BucketDetails::replication, NO_RULES),
                notifications(bucket, isInside, parts),
                parts.part("website", GET_BUCKET_WEBSITE, SettingDocuments::website, WebsiteView.OFF),
                parts.part("tags", GET_BUCKET_TAGGING, BucketDetails::tags, List.of()),
                isInside ? usage(bucket) : null,
                isInside ? quota(bucket) : null,
                isInside ? sync(bucket) : null,
                capabilities,
                parts.notOffered(),
                parts.notPermitted(),
                parts.unknown());
    }

    private static ObjectOwnership ownership(byte[] document) {
        return OwnershipControls.read(document).ownership();
    }

    private static int rules(byte[] document) {
        return SettingDocuments.count(document, "Rule");
    }

    private static BucketView.RulesView replication(byte[] document) {
        return new BucketView.RulesView(rules(document));
    }

    private static List<Tagging.Tag> tags(byte[] document) {
        return Tagging.readAsIs(document).tags();
    }

    /** The part of the policy that belongs to the ACL is no policy, nor does it make the bucket public. */
    private static BucketView.@Nullable PolicyStatusView policyStatus(Bucket bucket, SettingParts parts) {
        @Nullable
        Boolean hasPolicy = parts.part(
                "policyStatus",
                GET_BUCKET_POLICY,
                it -> CombinedPolicy.read(bucket.name(), new String(it, StandardCharsets.UTF_8))
                                .clients()
                        != null,
                false);
        if (hasPolicy == null) {
            return null;
        }
        @Nullable
        Boolean isPublic = hasPolicy
                ? parts.part("policyStatus.isPublic", GET_BUCKET_POLICY_STATUS, SettingDocuments::isPublic, false)
                : Boolean.FALSE;
        return new BucketView.PolicyStatusView(hasPolicy, isPublic);
    }

    /** Nodes keep the configuration for a platform that keeps none. */
    private BucketView.@Nullable TargetsView notifications(Bucket bucket, boolean isInside, SettingParts parts) {
        if (isInside && !parts.isOffered(GET_BUCKET_NOTIFICATION_CONFIGURATION)) {
            return new BucketView.TargetsView(
                    notifications.find(bucket).targets().size());
        }
        return parts.part(
                "notifications",
                GET_BUCKET_NOTIFICATION_CONFIGURATION,
                it -> new BucketView.TargetsView(SettingDocuments.targets(it)),
                new BucketView.TargetsView(0));
    }

    private Usage usage(Bucket bucket) {
        return counters.of(bucket.tenant(), bucket.id());
    }

    private BucketView.BucketLimits quota(Bucket bucket) {
        Quota quota = quotas.find(new QuotaHolder.OfBucket(bucket.tenant(), bucket.id()))
                .orElse(Quota.NONE);
        return new BucketView.BucketLimits(quota.maxBytes(), quota.maxObjects());
    }

    private BucketView.@Nullable LastSync sync(Bucket bucket) {
        return syncRuns.history(bucket.tenant(), bucket.id(), 1).stream()
                .findFirst()
                .map(BucketView.LastSync::of)
                .orElse(null);
    }
}
