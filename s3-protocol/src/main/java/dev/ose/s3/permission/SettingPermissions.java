package dev.ose.s3.permission;

import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.S3Method;

/** The permission that reading or writing a setting of a bucket needs. */
final class SettingPermissions {

    private SettingPermissions() {}

    static String action(BucketSubresource.Action action) {
        return verb(action) + setting(action);
    }

    /** To delete a setting is to write it, but for those that have a permission of their own. */
    private static String verb(BucketSubresource.Action action) {
        return switch (action) {
            case CREATE_BUCKET_METADATA_CONFIGURATION, CREATE_BUCKET_METADATA_TABLE_CONFIGURATION -> "Create";
            case UPDATE_BUCKET_METADATA_INVENTORY_TABLE_CONFIGURATION,
                    UPDATE_BUCKET_METADATA_JOURNAL_TABLE_CONFIGURATION -> "Update";
            case DELETE_BUCKET_METADATA_CONFIGURATION,
                    DELETE_BUCKET_METADATA_TABLE_CONFIGURATION,
                    DELETE_BUCKET_POLICY,
                    DELETE_BUCKET_WEBSITE -> "Delete";
            default -> action.method() == S3Method.GET ? "Get" : "Put";
        };
    }

    private static String setting(BucketSubresource.Action action) {
        return switch (action) {
            case GET_BUCKET_ABAC, PUT_BUCKET_ABAC -> "BucketAbac";
            case GET_BUCKET_ACCELERATE_CONFIGURATION, PUT_BUCKET_ACCELERATE_CONFIGURATION -> "AccelerateConfiguration";
            case GET_BUCKET_ACL, PUT_BUCKET_ACL -> "BucketAcl";
            case GET_BUCKET_ANALYTICS_CONFIGURATION,
                    PUT_BUCKET_ANALYTICS_CONFIGURATION,
                    DELETE_BUCKET_ANALYTICS_CONFIGURATION,
                    LIST_BUCKET_ANALYTICS_CONFIGURATIONS -> "AnalyticsConfiguration";
            case GET_BUCKET_INTELLIGENT_TIERING_CONFIGURATION,
                    PUT_BUCKET_INTELLIGENT_TIERING_CONFIGURATION,
                    DELETE_BUCKET_INTELLIGENT_TIERING_CONFIGURATION,
                    LIST_BUCKET_INTELLIGENT_TIERING_CONFIGURATIONS -> "IntelligentTieringConfiguration";
            case GET_BUCKET_INVENTORY_CONFIGURATION,
                    PUT_BUCKET_INVENTORY_CONFIGURATION,
                    DELETE_BUCKET_INVENTORY_CONFIGURATION,
                    LIST_BUCKET_INVENTORY_CONFIGURATIONS -> "InventoryConfiguration";
            case GET_BUCKET_METRICS_CONFIGURATION,
                    PUT_BUCKET_METRICS_CONFIGURATION,
                    DELETE_BUCKET_METRICS_CONFIGURATION,
                    LIST_BUCKET_METRICS_CONFIGURATIONS -> "MetricsConfiguration";
            case GET_BUCKET_CORS, PUT_BUCKET_CORS, DELETE_BUCKET_CORS -> "BucketCORS";
            case GET_BUCKET_ENCRYPTION, PUT_BUCKET_ENCRYPTION, DELETE_BUCKET_ENCRYPTION -> "EncryptionConfiguration";
            case GET_BUCKET_LIFECYCLE_CONFIGURATION, PUT_BUCKET_LIFECYCLE_CONFIGURATION, DELETE_BUCKET_LIFECYCLE ->
                "LifecycleConfiguration";
            case GET_BUCKET_LOCATION -> "BucketLocation";
            case GET_BUCKET_LOGGING, PUT_BUCKET_LOGGING -> "BucketLogging";
            case CREATE_BUCKET_METADATA_CONFIGURATION,
                    GET_BUCKET_METADATA_CONFIGURATION,
                    DELETE_BUCKET_METADATA_CONFIGURATION,
                    CREATE_BUCKET_METADATA_TABLE_CONFIGURATION,
                    GET_BUCKET_METADATA_TABLE_CONFIGURATION,
                    DELETE_BUCKET_METADATA_TABLE_CONFIGURATION -> "BucketMetadataTableConfiguration";
            case UPDATE_BUCKET_METADATA_INVENTORY_TABLE_CONFIGURATION -> "BucketMetadataInventoryTableConfiguration";
            case UPDATE_BUCKET_METADATA_JOURNAL_TABLE_CONFIGURATION -> "BucketMetadataJournalTableConfiguration";
            case GET_BUCKET_NOTIFICATION_CONFIGURATION, PUT_BUCKET_NOTIFICATION_CONFIGURATION -> "BucketNotification";
            case GET_OBJECT_LOCK_CONFIGURATION, PUT_OBJECT_LOCK_CONFIGURATION -> "BucketObjectLockConfiguration";
            case GET_BUCKET_OWNERSHIP_CONTROLS, PUT_BUCKET_OWNERSHIP_CONTROLS, DELETE_BUCKET_OWNERSHIP_CONTROLS ->
                "BucketOwnershipControls";
            case GET_BUCKET_POLICY, PUT_BUCKET_POLICY, DELETE_BUCKET_POLICY -> "BucketPolicy";
            case GET_BUCKET_POLICY_STATUS -> "BucketPolicyStatus";
            case GET_PUBLIC_ACCESS_BLOCK, PUT_PUBLIC_ACCESS_BLOCK, DELETE_PUBLIC_ACCESS_BLOCK ->
                "BucketPublicAccessBlock";
            case GET_BUCKET_REPLICATION, PUT_BUCKET_REPLICATION, DELETE_BUCKET_REPLICATION ->
                "ReplicationConfiguration";
            case GET_BUCKET_REQUEST_PAYMENT, PUT_BUCKET_REQUEST_PAYMENT -> "BucketRequestPayment";
            case GET_BUCKET_TAGGING, PUT_BUCKET_TAGGING, DELETE_BUCKET_TAGGING -> "BucketTagging";
            case GET_BUCKET_VERSIONING, PUT_BUCKET_VERSIONING -> "BucketVersioning";
            case GET_BUCKET_WEBSITE, PUT_BUCKET_WEBSITE, DELETE_BUCKET_WEBSITE -> "BucketWebsite";
        };
    }
}
