package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Capability;
import dev.ose.s3.document.BucketLogging;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.document.Tagging;
import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.admin.bucket.SettingDocuments.AclView;
import dev.ose.server.admin.bucket.SettingDocuments.EncryptionView;
import dev.ose.server.admin.bucket.SettingDocuments.ObjectLockView;
import dev.ose.server.admin.bucket.SettingDocuments.Versioning;
import dev.ose.server.admin.bucket.SettingDocuments.WebsiteView;
import dev.ose.server.sync.SyncRun;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bucket with its settings, as the API shows it. A setting that is absent is named in {@code notOffered}, {@code
 * notPermitted} or {@code unknown}.
 *
 * @param owner id of the user who owns it; absent for a bucket of another tenant
 * @param tags absent if they are not known; empty if there are none
 * @param logging where the access log is delivered; absent without one
 * @param usage absent for those who are neither its owner nor an administrator
 * @param quota the bucket's own limits; without members if it has none
 * @param sync the last comparison with the platform; absent if there was none
 * @param capabilities what the bucket's platform can do
 * @param notOffered the parts that the platform does not have
 * @param notPermitted the parts that the caller may not read
 * @param unknown the parts that could not be read now
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BucketView(
        String name,
        @Schema(format = "uuid") @Nullable String owner,
        String region,
        Instant createdAt,
        @Nullable Versioning versioning,
        @Nullable ObjectLockView objectLock,
        @Nullable EncryptionView encryption,
        @Nullable ObjectOwnership objectOwnership,
        @Nullable AclView acl,
        @Nullable PolicyStatusView policyStatus,
        @Nullable PublicAccessBlock publicAccessBlock,
        @Nullable Integer lifecycleRuleCount,
        @Nullable Integer corsRuleCount,
        @Nullable LoggingView logging,
        @Nullable RulesView replication,
        @Nullable TargetsView notifications,
        @Nullable WebsiteView website,
        @Nullable List<Tagging.Tag> tags,
        @Nullable Usage usage,
        @Nullable BucketLimits quota,
        @Nullable LastSync sync,
        Set<Capability> capabilities,
        List<String> notOffered,
        List<String> notPermitted,
        List<SettingParts.UnknownPart> unknown) {

    /**
     * What is known of the policy of a bucket.
     *
     * @param hasPolicy whether there is one
     * @param isPublic whether it allows something to everyone; absent if the platform does not say
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PolicyStatusView(boolean hasPolicy, @Nullable Boolean isPublic) {}

    /** Where the access log of a bucket is delivered. */
    record LoggingView(String targetBucket, String targetPrefix) {

        static @Nullable LoggingView of(@Nullable BucketLogging logging) {
            return logging == null ? null : new LoggingView(logging.target().value(), logging.prefix());
        }
    }

    /** A configuration of rules. */
    record RulesView(int ruleCount) {}

    /** A configuration of targets. */
    record TargetsView(int targetCount) {}

    /** The limits of a bucket; a limit that there is none of is absent. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record BucketLimits(@Nullable Long maxBytes, @Nullable Long maxObjects) {}

    /** The last comparison of a bucket with its platform. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record LastSync(
            SyncRun.State state, Instant lastRun, @Nullable Instant finishedAt) {

        static LastSync of(SyncRun run) {
            return new LastSync(run.state(), run.requestedAt(), run.finishedAt());
        }
    }
}
