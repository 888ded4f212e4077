package dev.ose.s3.document;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketSubresource.Action;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * S3's answer to a read of a bucket's setting that was never set: a document for some settings, an error for others.
 * Tools that manage whole buckets read all settings and fail on any other answer.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html">The
 *     actions, each with its errors</a>
 */
public final class DefaultSubresourceResponse {

    /** Root "element" of the one setting that is written in JSON. */
    private static final String JSON = "{";

    private static final Map<Action, DefaultSubresourceResponse> ALL = new EnumMap<>(Action.class);

    static {
        empty(Action.GET_BUCKET_ACCELERATE_CONFIGURATION, "AccelerateConfiguration");
        missing(Action.GET_BUCKET_CORS, "CORSConfiguration", S3ErrorCode.NO_SUCH_CORS_CONFIGURATION);
        missing(
                Action.GET_BUCKET_ENCRYPTION,
                "ServerSideEncryptionConfiguration",
                S3ErrorCode.SERVER_SIDE_ENCRYPTION_CONFIGURATION_NOT_FOUND_ERROR);
        missing(
                Action.GET_BUCKET_LIFECYCLE_CONFIGURATION,
                "LifecycleConfiguration",
                S3ErrorCode.NO_SUCH_LIFECYCLE_CONFIGURATION);
        empty(Action.GET_BUCKET_LOGGING, "BucketLoggingStatus");
        empty(Action.GET_BUCKET_NOTIFICATION_CONFIGURATION, "NotificationConfiguration");
        missing(
                Action.GET_OBJECT_LOCK_CONFIGURATION,
                "ObjectLockConfiguration",
                S3ErrorCode.OBJECT_LOCK_CONFIGURATION_NOT_FOUND_ERROR);
        missing(
                Action.GET_BUCKET_OWNERSHIP_CONTROLS,
                "OwnershipControls",
                S3ErrorCode.OWNERSHIP_CONTROLS_NOT_FOUND_ERROR);
        missing(Action.GET_BUCKET_POLICY, JSON, S3ErrorCode.NO_SUCH_BUCKET_POLICY);
        missing(Action.GET_BUCKET_POLICY_STATUS, "PolicyStatus", S3ErrorCode.NO_SUCH_BUCKET_POLICY);
        missing(
                Action.GET_PUBLIC_ACCESS_BLOCK,
                "PublicAccessBlockConfiguration",
                S3ErrorCode.NO_SUCH_PUBLIC_ACCESS_BLOCK_CONFIGURATION);
        missing(
                Action.GET_BUCKET_REPLICATION,
                "ReplicationConfiguration",
                S3ErrorCode.REPLICATION_CONFIGURATION_NOT_FOUND_ERROR);
        add(Action.GET_BUCKET_REQUEST_PAYMENT, "RequestPaymentConfiguration", null, Map.of("Payer", "BucketOwner"));
        missing(Action.GET_BUCKET_TAGGING, "Tagging", S3ErrorCode.NO_SUCH_TAG_SET);
        empty(Action.GET_BUCKET_VERSIONING, "VersioningConfiguration");
        missing(Action.GET_BUCKET_WEBSITE, "WebsiteConfiguration", S3ErrorCode.NO_SUCH_WEBSITE_CONFIGURATION);

        named(Action.GET_BUCKET_ANALYTICS_CONFIGURATION, "AnalyticsConfiguration");
        none(Action.LIST_BUCKET_ANALYTICS_CONFIGURATIONS, "ListBucketAnalyticsConfigurationResult");
        named(Action.GET_BUCKET_INTELLIGENT_TIERING_CONFIGURATION, "IntelligentTieringConfiguration");
        none(Action.LIST_BUCKET_INTELLIGENT_TIERING_CONFIGURATIONS, "ListBucketIntelligentTieringConfigurationsOutput");
        named(Action.GET_BUCKET_INVENTORY_CONFIGURATION, "InventoryConfiguration");
        none(Action.LIST_BUCKET_INVENTORY_CONFIGURATIONS, "ListInventoryConfigurationsResult");
        named(Action.GET_BUCKET_METRICS_CONFIGURATION, "MetricsConfiguration");
        none(Action.LIST_BUCKET_METRICS_CONFIGURATIONS, "ListMetricsConfigurationsResult");
    }

    private final String root;
    private final @Nullable S3ErrorCode error;
    private final Map<String, String> content;

    private DefaultSubresourceResponse(String root, @Nullable S3ErrorCode error, Map<String, String> content) {
        this.root = root;
        this.error = error;
        this.content = content;
    }

    private static void add(Action action, String root, @Nullable S3ErrorCode error, Map<String, String> content) {
        ALL.put(action, new DefaultSubresourceResponse(root, error, content));
    }

    private static void missing(Action action, String root, S3ErrorCode error) {
        add(action, root, error, Map.of());
    }

    private static void empty(Action action, String root) {
        add(action, root, null, Map.of());
    }

    private static void named(Action action, String root) {
        missing(action, root, S3ErrorCode.NO_SUCH_CONFIGURATION);
    }

    private static void none(Action action, String root) {
        add(action, root, null, Map.of("IsTruncated", "false"));
    }

    /** The answer to this action if the setting was never set; empty for settings without a rule. */
    public static Optional<DefaultSubresourceResponse> of(Action action) {
        return Optional.ofNullable(ALL.get(action));
    }

    /** Whether the setting is JSON, not XML. */
    public boolean isJson() {
        return root.equals(JSON);
    }

    /**
     * Whether a text begins as a setting in JSON does. Platforms keep a policy as it was written, with the space in
     * front of it.
     */
    public static boolean isJsonObject(String text) {
        return text.stripLeading().startsWith(JSON);
    }

    /** The error; empty if the answer is a {@link #document}. */
    public Optional<S3ErrorCode> error() {
        return Optional.ofNullable(error);
    }

    /** The document in UTF-8; {@link IllegalStateException} if the answer is an error. */
    public byte[] document() {
        if (error != null) {
            throw new IllegalStateException(root + " has no document as long as it is unset");
        }
        XmlWriter xml = Documents.start(root);
        content.forEach(xml::element);
        return xml.end().toBytes();
    }

    /**
     * Whether the document is about this setting. A server that never heard of the setting may overlook the question's
     * query and list the bucket instead.
     */
    public boolean isDescribedBy(byte[] answer) {
        if (isJson()) {
            return isJsonObject(new String(answer, StandardCharsets.UTF_8));
        }
        try {
            // Compares the end of the name: Ceph's public access block has a longer one.
            return XmlReader.open(answer, PlatformAnswer.MAX_BYTES, XmlRequestBody.LARGE_EVENTS)
                    .name()
                    .endsWith(root);
        } catch (MalformedXmlException e) {
            return false;
        }
    }
}
