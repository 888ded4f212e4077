package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import java.util.Arrays;
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

    /** The actions on a bucket's settings. */
    public enum Action {
        GET_BUCKET_ABAC("GetBucketAbac", "abac", S3Method.GET, false),
        PUT_BUCKET_ABAC("PutBucketAbac", "abac", S3Method.PUT, false),
        GET_BUCKET_ACCELERATE_CONFIGURATION("GetBucketAccelerateConfiguration", "accelerate", S3Method.GET, false),
        PUT_BUCKET_ACCELERATE_CONFIGURATION("PutBucketAccelerateConfiguration", "accelerate", S3Method.PUT, false),
        GET_BUCKET_ACL("GetBucketAcl", "acl", S3Method.GET, false),
        PUT_BUCKET_ACL("PutBucketAcl", "acl", S3Method.PUT, false),
        GET_BUCKET_ANALYTICS_CONFIGURATION("GetBucketAnalyticsConfiguration", "analytics", S3Method.GET, true),
        PUT_BUCKET_ANALYTICS_CONFIGURATION("PutBucketAnalyticsConfiguration", "analytics", S3Method.PUT, true),
        DELETE_BUCKET_ANALYTICS_CONFIGURATION("DeleteBucketAnalyticsConfiguration", "analytics", S3Method.DELETE, true),
        LIST_BUCKET_ANALYTICS_CONFIGURATIONS("ListBucketAnalyticsConfigurations", "analytics", S3Method.GET, false),
        GET_BUCKET_INTELLIGENT_TIERING_CONFIGURATION(
                "GetBucketIntelligentTieringConfiguration", "intelligent-tiering", S3Method.GET, true),
        PUT_BUCKET_INTELLIGENT_TIERING_CONFIGURATION(
                "PutBucketIntelligentTieringConfiguration", "intelligent-tiering", S3Method.PUT, true),
        DELETE_BUCKET_INTELLIGENT_TIERING_CONFIGURATION(
                "DeleteBucketIntelligentTieringConfiguration", "intelligent-tiering", S3Method.DELETE, true),
        LIST_BUCKET_INTELLIGENT_TIERING_CONFIGURATIONS(
                "ListBucketIntelligentTieringConfigurations", "intelligent-tiering", S3Method.GET, false),
        GET_BUCKET_INVENTORY_CONFIGURATION("GetBucketInventoryConfiguration", "inventory", S3Method.GET, true),
        PUT_BUCKET_INVENTORY_CONFIGURATION("PutBucketInventoryConfiguration", "inventory", S3Method.PUT, true),
        DELETE_BUCKET_INVENTORY_CONFIGURATION("DeleteBucketInventoryConfiguration", "inventory", S3Method.DELETE, true),
        LIST_BUCKET_INVENTORY_CONFIGURATIONS("ListBucketInventoryConfigurations", "inventory", S3Method.GET, false),
        GET_BUCKET_METRICS_CONFIGURATION("GetBucketMetricsConfiguration", "metrics", S3Method.GET, true),
        PUT_BUCKET_METRICS_CONFIGURATION("PutBucketMetricsConfiguration", "metrics", S3Method.PUT, true),
        DELETE_BUCKET_METRICS_CONFIGURATION("DeleteBucketMetricsConfiguration", "metrics", S3Method.DELETE, true),
        LIST_BUCKET_METRICS_CONFIGURATIONS("ListBucketMetricsConfigurations", "metrics", S3Method.GET, false),
        GET_BUCKET_CORS("GetBucketCors", "cors", S3Method.GET, false),
        PUT_BUCKET_CORS("PutBucketCors", "cors", S3Method.PUT, false),
        DELETE_BUCKET_CORS("DeleteBucketCors", "cors", S3Method.DELETE, false),
        GET_BUCKET_ENCRYPTION("GetBucketEncryption", "encryption", S3Method.GET, false),
        PUT_BUCKET_ENCRYPTION("PutBucketEncryption", "encryption", S3Method.PUT, false),
        DELETE_BUCKET_ENCRYPTION("DeleteBucketEncryption", "encryption", S3Method.DELETE, false),
        GET_BUCKET_LIFECYCLE_CONFIGURATION("GetBucketLifecycleConfiguration", "lifecycle", S3Method.GET, false),
        PUT_BUCKET_LIFECYCLE_CONFIGURATION("PutBucketLifecycleConfiguration", "lifecycle", S3Method.PUT, false),
        DELETE_BUCKET_LIFECYCLE("DeleteBucketLifecycle", "lifecycle", S3Method.DELETE, false),
        GET_BUCKET_LOCATION("GetBucketLocation", "location", S3Method.GET, false),
        GET_BUCKET_LOGGING("GetBucketLogging", "logging", S3Method.GET, false),
        PUT_BUCKET_LOGGING("PutBucketLogging", "logging", S3Method.PUT, false),
        CREATE_BUCKET_METADATA_CONFIGURATION(
                "CreateBucketMetadataConfiguration", "metadataConfiguration", S3Method.POST, false),
        GET_BUCKET_METADATA_CONFIGURATION(
                "GetBucketMetadataConfiguration", "metadataConfiguration", S3Method.GET, false),
        DELETE_BUCKET_METADATA_CONFIGURATION(
                "DeleteBucketMetadataConfiguration", "metadataConfiguration", S3Method.DELETE, false),
        CREATE_BUCKET_METADATA_TABLE_CONFIGURATION(
                "CreateBucketMetadataTableConfiguration", "metadataTable", S3Method.POST, false),
        GET_BUCKET_METADATA_TABLE_CONFIGURATION(
                "GetBucketMetadataTableConfiguration", "metadataTable", S3Method.GET, false),
        DELETE_BUCKET_METADATA_TABLE_CONFIGURATION(
                "DeleteBucketMetadataTableConfiguration", "metadataTable", S3Method.DELETE, false),
        UPDATE_BUCKET_METADATA_INVENTORY_TABLE_CONFIGURATION(
                "UpdateBucketMetadataInventoryTableConfiguration", "metadataInventoryTable", S3Method.PUT, false),
        UPDATE_BUCKET_METADATA_JOURNAL_TABLE_CONFIGURATION(
                "UpdateBucketMetadataJournalTableConfiguration", "metadataJournalTable", S3Method.PUT, false),
        GET_BUCKET_NOTIFICATION_CONFIGURATION(
                "GetBucketNotificationConfiguration", "notification", S3Method.GET, false),
        PUT_BUCKET_NOTIFICATION_CONFIGURATION(
                "PutBucketNotificationConfiguration", "notification", S3Method.PUT, false),
        GET_OBJECT_LOCK_CONFIGURATION("GetObjectLockConfiguration", "object-lock", S3Method.GET, false),
        PUT_OBJECT_LOCK_CONFIGURATION("PutObjectLockConfiguration", "object-lock", S3Method.PUT, false),
        GET_BUCKET_OWNERSHIP_CONTROLS("GetBucketOwnershipControls", "ownershipControls", S3Method.GET, false),
        PUT_BUCKET_OWNERSHIP_CONTROLS("PutBucketOwnershipControls", "ownershipControls", S3Method.PUT, false),
        DELETE_BUCKET_OWNERSHIP_CONTROLS("DeleteBucketOwnershipControls", "ownershipControls", S3Method.DELETE, false),
        GET_BUCKET_POLICY("GetBucketPolicy", "policy", S3Method.GET, false),
        PUT_BUCKET_POLICY("PutBucketPolicy", "policy", S3Method.PUT, false),
        DELETE_BUCKET_POLICY("DeleteBucketPolicy", "policy", S3Method.DELETE, false),
        GET_BUCKET_POLICY_STATUS("GetBucketPolicyStatus", "policyStatus", S3Method.GET, false),
        GET_PUBLIC_ACCESS_BLOCK("GetPublicAccessBlock", "publicAccessBlock", S3Method.GET, false),
        PUT_PUBLIC_ACCESS_BLOCK("PutPublicAccessBlock", "publicAccessBlock", S3Method.PUT, false),
        DELETE_PUBLIC_ACCESS_BLOCK("DeletePublicAccessBlock", "publicAccessBlock", S3Method.DELETE, false),
        GET_BUCKET_REPLICATION("GetBucketReplication", "replication", S3Method.GET, false),
        PUT_BUCKET_REPLICATION("PutBucketReplication", "replication", S3Method.PUT, false),
        DELETE_BUCKET_REPLICATION("DeleteBucketReplication", "replication", S3Method.DELETE, false),
        GET_BUCKET_REQUEST_PAYMENT("GetBucketRequestPayment", "requestPayment", S3Method.GET, false),
        PUT_BUCKET_REQUEST_PAYMENT("PutBucketRequestPayment", "requestPayment", S3Method.PUT, false),
        GET_BUCKET_TAGGING("GetBucketTagging", "tagging", S3Method.GET, false),
        PUT_BUCKET_TAGGING("PutBucketTagging", "tagging", S3Method.PUT, false),
        DELETE_BUCKET_TAGGING("DeleteBucketTagging", "tagging", S3Method.DELETE, false),
        GET_BUCKET_VERSIONING("GetBucketVersioning", "versioning", S3Method.GET, false),
        PUT_BUCKET_VERSIONING("PutBucketVersioning", "versioning", S3Method.PUT, false),
        GET_BUCKET_WEBSITE("GetBucketWebsite", "website", S3Method.GET, false),
        PUT_BUCKET_WEBSITE("PutBucketWebsite", "website", S3Method.PUT, false),
        DELETE_BUCKET_WEBSITE("DeleteBucketWebsite", "website", S3Method.DELETE, false);

        private final String actionName;
        private final String selector;
        private final S3Method method;
        private final boolean named;

        Action(String actionName, String selector, S3Method method, boolean named) {
            this.actionName = actionName;
            this.selector = selector;
            this.method = method;
            this.named = named;
        }

        /** The name in the API reference. */
        public String actionName() {
            return actionName;
        }

        /** The query parameter that selects the subresource. */
        public String selector() {
            return selector;
        }

        /** The method that goes with it; a GET reads, every other method writes. */
        public S3Method method() {
            return method;
        }

        /** Whether the action is about one of several configurations and needs its id. */
        public boolean isNamed() {
            return named;
        }

        static Optional<Action> find(String selector, S3Method method, boolean named) {
            return Arrays.stream(values())
                    .filter(action -> action.selector.equals(selector) && action.method == method)
                    .filter(action -> action.named == named)
                    .findFirst();
        }
    }
}
