package dev.ose.s3.operation;

import static dev.ose.s3.operation.ActionTrait.ANONYMOUS;
import static dev.ose.s3.operation.ActionTrait.APPLICATIONS;
import static dev.ose.s3.operation.ActionTrait.AUDITED;
import static dev.ose.s3.operation.ActionTrait.GRANTED_BY_READ_ACP;
import static dev.ose.s3.operation.ActionTrait.GUESTS;
import static dev.ose.s3.operation.ActionTrait.NAMED;
import static dev.ose.s3.operation.ActionTrait.OVERLOOKED;

import dev.ose.s3.BucketName;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An operation on one setting of a bucket.
 *
 * @param configurationId which of several configurations, present exactly when the action {@link Action#isNamed() is
 *     named}
 */
public record BucketSubresource(
        BucketName bucket, Action action, @Nullable String configurationId) implements BucketOperation {

    public BucketSubresource {
        if (action.isNamed() != (configurationId != null)) {
            throw new IllegalArgumentException(action.actionName() + " and its configuration id do not go together");
        }
    }

    /**
     * The actions on a bucket's settings. Guests and callers without a credential may read most of them; to delete a
     * setting is to write it, but for those that have a permission of their own.
     */
    public enum Action implements S3Action {
        GET_BUCKET_ABAC(read("GetBucketAbac", "abac", "GetBucketAbac")),
        PUT_BUCKET_ABAC(write("PutBucketAbac", "abac", "PutBucketAbac").with(OVERLOOKED)),
        GET_BUCKET_ACCELERATE_CONFIGURATION(
                read("GetBucketAccelerateConfiguration", "accelerate", "GetAccelerateConfiguration")),
        PUT_BUCKET_ACCELERATE_CONFIGURATION(
                write("PutBucketAccelerateConfiguration", "accelerate", "PutAccelerateConfiguration")
                        .with(OVERLOOKED)),
        GET_BUCKET_ACL(read("GetBucketAcl", "acl", "GetBucketAcl").with(GRANTED_BY_READ_ACP)),
        PUT_BUCKET_ACL(write("PutBucketAcl", "acl", "PutBucketAcl")),
        GET_BUCKET_ANALYTICS_CONFIGURATION(
                read("GetBucketAnalyticsConfiguration", "analytics", "GetAnalyticsConfiguration")
                        .with(NAMED)),
        PUT_BUCKET_ANALYTICS_CONFIGURATION(
                write("PutBucketAnalyticsConfiguration", "analytics", "PutAnalyticsConfiguration")
                        .with(NAMED, OVERLOOKED)),
        DELETE_BUCKET_ANALYTICS_CONFIGURATION(
                remove("DeleteBucketAnalyticsConfiguration", "analytics", "PutAnalyticsConfiguration")
                        .with(NAMED, OVERLOOKED)),
        LIST_BUCKET_ANALYTICS_CONFIGURATIONS(
                list("ListBucketAnalyticsConfigurations", "analytics", "GetAnalyticsConfiguration")),
        GET_BUCKET_INTELLIGENT_TIERING_CONFIGURATION(read(
                        "GetBucketIntelligentTieringConfiguration",
                        "intelligent-tiering",
                        "GetIntelligentTieringConfiguration")
                .with(NAMED)),
        PUT_BUCKET_INTELLIGENT_TIERING_CONFIGURATION(write(
                        "PutBucketIntelligentTieringConfiguration",
                        "intelligent-tiering",
                        "PutIntelligentTieringConfiguration")
                .with(NAMED, OVERLOOKED)),
        DELETE_BUCKET_INTELLIGENT_TIERING_CONFIGURATION(remove(
                        "DeleteBucketIntelligentTieringConfiguration",
                        "intelligent-tiering",
                        "PutIntelligentTieringConfiguration")
                .with(NAMED, OVERLOOKED)),
        LIST_BUCKET_INTELLIGENT_TIERING_CONFIGURATIONS(list(
                "ListBucketIntelligentTieringConfigurations",
                "intelligent-tiering",
                "GetIntelligentTieringConfiguration")),
        GET_BUCKET_INVENTORY_CONFIGURATION(
                read("GetBucketInventoryConfiguration", "inventory", "GetInventoryConfiguration")
                        .with(NAMED)),
        PUT_BUCKET_INVENTORY_CONFIGURATION(
                write("PutBucketInventoryConfiguration", "inventory", "PutInventoryConfiguration")
                        .with(NAMED, OVERLOOKED)),
        DELETE_BUCKET_INVENTORY_CONFIGURATION(
                remove("DeleteBucketInventoryConfiguration", "inventory", "PutInventoryConfiguration")
                        .with(NAMED, OVERLOOKED)),
        LIST_BUCKET_INVENTORY_CONFIGURATIONS(
                list("ListBucketInventoryConfigurations", "inventory", "GetInventoryConfiguration")),
        GET_BUCKET_METRICS_CONFIGURATION(read("GetBucketMetricsConfiguration", "metrics", "GetMetricsConfiguration")
                .with(NAMED)),
        PUT_BUCKET_METRICS_CONFIGURATION(write("PutBucketMetricsConfiguration", "metrics", "PutMetricsConfiguration")
                .with(NAMED, OVERLOOKED)),
        DELETE_BUCKET_METRICS_CONFIGURATION(
                remove("DeleteBucketMetricsConfiguration", "metrics", "PutMetricsConfiguration")
                        .with(NAMED, OVERLOOKED)),
        LIST_BUCKET_METRICS_CONFIGURATIONS(
                list("ListBucketMetricsConfigurations", "metrics", "GetMetricsConfiguration")),
        GET_BUCKET_CORS(read("GetBucketCors", "cors", "GetBucketCORS")),
        PUT_BUCKET_CORS(write("PutBucketCors", "cors", "PutBucketCORS")),
        DELETE_BUCKET_CORS(remove("DeleteBucketCors", "cors", "PutBucketCORS")),
        GET_BUCKET_ENCRYPTION(read("GetBucketEncryption", "encryption", "GetEncryptionConfiguration")),
        PUT_BUCKET_ENCRYPTION(write("PutBucketEncryption", "encryption", "PutEncryptionConfiguration")
                .with(OVERLOOKED)),
        DELETE_BUCKET_ENCRYPTION(remove("DeleteBucketEncryption", "encryption", "PutEncryptionConfiguration")
                .with(OVERLOOKED)),
        GET_BUCKET_LIFECYCLE_CONFIGURATION(
                read("GetBucketLifecycleConfiguration", "lifecycle", "GetLifecycleConfiguration")),
        PUT_BUCKET_LIFECYCLE_CONFIGURATION(
                write("PutBucketLifecycleConfiguration", "lifecycle", "PutLifecycleConfiguration")),
        DELETE_BUCKET_LIFECYCLE(remove("DeleteBucketLifecycle", "lifecycle", "PutLifecycleConfiguration")),
        /** The node answers it, and nothing of its own to callers without a credential. */
        GET_BUCKET_LOCATION(ActionTraits.read("GetBucketLocation")
                .at(S3Method.GET, "location")
                .needs("GetBucketLocation")
                .with(GUESTS, APPLICATIONS)),
        GET_BUCKET_LOGGING(read("GetBucketLogging", "logging", "GetBucketLogging")),
        PUT_BUCKET_LOGGING(write("PutBucketLogging", "logging", "PutBucketLogging")),
        CREATE_BUCKET_METADATA_CONFIGURATION(create(
                        "CreateBucketMetadataConfiguration",
                        "metadataConfiguration",
                        "CreateBucketMetadataTableConfiguration")
                .with(OVERLOOKED)),
        GET_BUCKET_METADATA_CONFIGURATION(
                read("GetBucketMetadataConfiguration", "metadataConfiguration", "GetBucketMetadataTableConfiguration")),
        DELETE_BUCKET_METADATA_CONFIGURATION(remove(
                        "DeleteBucketMetadataConfiguration",
                        "metadataConfiguration",
                        "DeleteBucketMetadataTableConfiguration")
                .with(OVERLOOKED)),
        CREATE_BUCKET_METADATA_TABLE_CONFIGURATION(create(
                        "CreateBucketMetadataTableConfiguration",
                        "metadataTable",
                        "CreateBucketMetadataTableConfiguration")
                .with(OVERLOOKED)),
        GET_BUCKET_METADATA_TABLE_CONFIGURATION(
                read("GetBucketMetadataTableConfiguration", "metadataTable", "GetBucketMetadataTableConfiguration")),
        DELETE_BUCKET_METADATA_TABLE_CONFIGURATION(remove(
                        "DeleteBucketMetadataTableConfiguration",
                        "metadataTable",
                        "DeleteBucketMetadataTableConfiguration")
                .with(OVERLOOKED)),
        UPDATE_BUCKET_METADATA_INVENTORY_TABLE_CONFIGURATION(write(
                        "UpdateBucketMetadataInventoryTableConfiguration",
                        "metadataInventoryTable",
                        "UpdateBucketMetadataInventoryTableConfiguration")
                .with(OVERLOOKED)),
        UPDATE_BUCKET_METADATA_JOURNAL_TABLE_CONFIGURATION(write(
                        "UpdateBucketMetadataJournalTableConfiguration",
                        "metadataJournalTable",
                        "UpdateBucketMetadataJournalTableConfiguration")
                .with(OVERLOOKED)),
        GET_BUCKET_NOTIFICATION_CONFIGURATION(
                read("GetBucketNotificationConfiguration", "notification", "GetBucketNotification")),
        PUT_BUCKET_NOTIFICATION_CONFIGURATION(
                write("PutBucketNotificationConfiguration", "notification", "PutBucketNotification")),
        GET_OBJECT_LOCK_CONFIGURATION(
                read("GetObjectLockConfiguration", "object-lock", "GetBucketObjectLockConfiguration")),
        PUT_OBJECT_LOCK_CONFIGURATION(
                write("PutObjectLockConfiguration", "object-lock", "PutBucketObjectLockConfiguration")),
        GET_BUCKET_OWNERSHIP_CONTROLS(
                read("GetBucketOwnershipControls", "ownershipControls", "GetBucketOwnershipControls")),
        PUT_BUCKET_OWNERSHIP_CONTROLS(
                write("PutBucketOwnershipControls", "ownershipControls", "PutBucketOwnershipControls")
                        .with(OVERLOOKED)),
        DELETE_BUCKET_OWNERSHIP_CONTROLS(
                remove("DeleteBucketOwnershipControls", "ownershipControls", "PutBucketOwnershipControls")
                        .with(OVERLOOKED)),
        GET_BUCKET_POLICY(read("GetBucketPolicy", "policy", "GetBucketPolicy")),
        PUT_BUCKET_POLICY(write("PutBucketPolicy", "policy", "PutBucketPolicy")),
        DELETE_BUCKET_POLICY(remove("DeleteBucketPolicy", "policy", "DeleteBucketPolicy")),
        GET_BUCKET_POLICY_STATUS(read("GetBucketPolicyStatus", "policyStatus", "GetBucketPolicyStatus")),
        GET_PUBLIC_ACCESS_BLOCK(read("GetPublicAccessBlock", "publicAccessBlock", "GetBucketPublicAccessBlock")),
        PUT_PUBLIC_ACCESS_BLOCK(write("PutPublicAccessBlock", "publicAccessBlock", "PutBucketPublicAccessBlock")),
        DELETE_PUBLIC_ACCESS_BLOCK(
                remove("DeletePublicAccessBlock", "publicAccessBlock", "PutBucketPublicAccessBlock")),
        GET_BUCKET_REPLICATION(read("GetBucketReplication", "replication", "GetReplicationConfiguration")),
        PUT_BUCKET_REPLICATION(write("PutBucketReplication", "replication", "PutReplicationConfiguration")),
        DELETE_BUCKET_REPLICATION(remove("DeleteBucketReplication", "replication", "PutReplicationConfiguration")),
        GET_BUCKET_REQUEST_PAYMENT(read("GetBucketRequestPayment", "requestPayment", "GetBucketRequestPayment")),
        PUT_BUCKET_REQUEST_PAYMENT(write("PutBucketRequestPayment", "requestPayment", "PutBucketRequestPayment")),
        GET_BUCKET_TAGGING(read("GetBucketTagging", "tagging", "GetBucketTagging")),
        PUT_BUCKET_TAGGING(write("PutBucketTagging", "tagging", "PutBucketTagging")),
        DELETE_BUCKET_TAGGING(remove("DeleteBucketTagging", "tagging", "PutBucketTagging")),
        GET_BUCKET_VERSIONING(
                read("GetBucketVersioning", "versioning", "GetBucketVersioning").with(APPLICATIONS)),
        PUT_BUCKET_VERSIONING(write("PutBucketVersioning", "versioning", "PutBucketVersioning")),
        GET_BUCKET_WEBSITE(read("GetBucketWebsite", "website", "GetBucketWebsite")),
        PUT_BUCKET_WEBSITE(write("PutBucketWebsite", "website", "PutBucketWebsite")),
        DELETE_BUCKET_WEBSITE(remove("DeleteBucketWebsite", "website", "DeleteBucketWebsite"));

        @SuppressWarnings("ImmutableEnumChecker") // It is immutable: a record that copies its collections.
        private final ActionTraits traits;

        Action(ActionTraits traits) {
            this.traits = traits;
        }

        private static ActionTraits read(String name, String selector, String permission) {
            return ActionTraits.read(name)
                    .at(S3Method.GET, selector)
                    .needs(permission)
                    .with(GUESTS, ANONYMOUS);
        }

        private static ActionTraits list(String name, String selector, String permission) {
            return read(name, selector, permission).billedAs(RequestClass.LIST);
        }

        private static ActionTraits write(String name, String selector, String permission) {
            return ActionTraits.write(name)
                    .at(S3Method.PUT, selector)
                    .needs(permission)
                    .with(AUDITED);
        }

        private static ActionTraits create(String name, String selector, String permission) {
            return ActionTraits.write(name)
                    .at(S3Method.POST, selector)
                    .needs(permission)
                    .with(AUDITED);
        }

        private static ActionTraits remove(String name, String selector, String permission) {
            return ActionTraits.delete(name)
                    .at(S3Method.DELETE, selector)
                    .needs(permission)
                    .with(AUDITED);
        }

        @Override
        public ActionTraits traits() {
            return traits;
        }

        /** The query parameter that selects the setting. */
        public String selector() {
            return Objects.requireNonNull(traits.selector());
        }

        /** The method that goes with it. */
        public S3Method method() {
            return Objects.requireNonNull(traits.method());
        }

        /** Whether the action is about one of several configurations and needs its id. */
        public boolean isNamed() {
            return has(NAMED);
        }

        static Optional<Action> find(String selector, S3Method method, boolean named) {
            return Arrays.stream(values())
                    .filter(action -> action.isSelectedBy(selector, method))
                    .filter(action -> action.isNamed() == named)
                    .findFirst();
        }
    }
}
