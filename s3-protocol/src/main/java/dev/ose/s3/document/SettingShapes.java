package dev.ose.s3.document;

import static dev.ose.s3.document.JsonShape.count;
import static dev.ose.s3.document.JsonShape.fields;
import static dev.ose.s3.document.JsonShape.flag;
import static dev.ose.s3.document.JsonShape.flat;
import static dev.ose.s3.document.JsonShape.list;
import static dev.ose.s3.document.JsonShape.one;
import static dev.ose.s3.document.JsonShape.text;

import dev.ose.s3.document.JsonShape.Fields;
import dev.ose.s3.document.JsonShape.Member;
import java.util.Map;

/**
 * The settings of buckets and objects in JSON: all that AWS describes of each, since what is read, changed and written
 * back must not lose what this does not know. Elements stand in the order in which AWS shows them.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_Types_Amazon_Simple_Storage_Service.html">Data
 *     types</a>
 */
final class SettingShapes {

    /** By the names of their roots. */
    static final Map<String, Fields> BY_ROOT = Map.ofEntries(
            Map.entry("Tagging", fields(list("TagSet", "tagSets", fields(list("Tag", "tags", tag()))))),
            Map.entry("AccessControlPolicy", accessControl()),
            Map.entry("CORSConfiguration", fields(list("CORSRule", "corsRules", corsRule()))),
            Map.entry("VersioningConfiguration", fields(text("Status", "status"), text("MfaDelete", "mfaDelete"))),
            Map.entry("LifecycleConfiguration", fields(list("Rule", "rules", LifecycleShape.rule()))),
            Map.entry("PublicAccessBlockConfiguration", publicAccessBlock()),
            Map.entry("ServerSideEncryptionConfiguration", fields(list("Rule", "rules", encryptionRule()))),
            Map.entry("ObjectLockConfiguration", objectLock()),
            Map.entry("Retention", fields(text("Mode", "mode"), text("RetainUntilDate", "retainUntilDate"))),
            Map.entry("LegalHold", fields(text("Status", "status"))),
            Map.entry("RequestPaymentConfiguration", fields(text("Payer", "payer"))),
            Map.entry("BucketLoggingStatus", logging()),
            Map.entry("NotificationConfiguration", NotificationShape.configuration()),
            Map.entry("WebsiteConfiguration", website()));

    private SettingShapes() {}

    static Fields tag() {
        return fields(text("Key", "key"), text("Value", "value"));
    }

    static Fields person() {
        return fields(text("ID", "id"), text("DisplayName", "displayName"));
    }

    private static Fields accessControl() {
        return fields(
                one("Owner", "owner", person()), flat("AccessControlList", fields(list("Grant", "grants", grant()))));
    }

    private static Fields grant() {
        Fields grantee = fields(
                text("ID", "id"),
                text("DisplayName", "displayName"),
                text("URI", "uri"),
                text("EmailAddress", "emailAddress"));
        Map<String, String> kinds =
                Map.of("id", "CanonicalUser", "uri", "Group", "emailAddress", "AmazonCustomerByEmail");
        return fields(one("Grantee", "grantee", new JsonShape.Kinds(grantee, kinds)), text("Permission", "permission"));
    }

    private static Fields corsRule() {
        return fields(
                text("ID", "id"),
                list("AllowedMethod", "allowedMethods", new JsonShape.Text()),
                list("AllowedOrigin", "allowedOrigins", new JsonShape.Text()),
                list("AllowedHeader", "allowedHeaders", new JsonShape.Text()),
                list("ExposeHeader", "exposeHeaders", new JsonShape.Text()),
                count("MaxAgeSeconds", "maxAgeSeconds"));
    }

    private static Fields publicAccessBlock() {
        return fields(
                flag("BlockPublicAcls", "blockPublicAcls"),
                flag("IgnorePublicAcls", "ignorePublicAcls"),
                flag("BlockPublicPolicy", "blockPublicPolicy"),
                flag("RestrictPublicBuckets", "restrictPublicBuckets"));
    }

    private static Fields encryptionRule() {
        Fields byDefault = fields(text("SSEAlgorithm", "sseAlgorithm"), text("KMSMasterKeyID", "kmsMasterKeyId"));
        Fields blocked = fields(list("EncryptionType", "encryptionTypes", new JsonShape.Text()));
        return fields(
                one("ApplyServerSideEncryptionByDefault", "applyServerSideEncryptionByDefault", byDefault),
                flag("BucketKeyEnabled", "bucketKeyEnabled"),
                one("BlockedEncryptionTypes", "blockedEncryptionTypes", blocked));
    }

    private static Fields objectLock() {
        Fields retention = fields(text("Mode", "mode"), count("Days", "days"), count("Years", "years"));
        return fields(
                text("ObjectLockEnabled", "objectLockEnabled"),
                one("Rule", "rule", fields(one("DefaultRetention", "defaultRetention", retention))));
    }

    private static Fields logging() {
        Member format = one(
                "TargetObjectKeyFormat",
                "targetObjectKeyFormat",
                fields(
                        one(
                                "PartitionedPrefix",
                                "partitionedPrefix",
                                fields(text("PartitionDateSource", "partitionDateSource"))),
                        one("SimplePrefix", "simplePrefix", fields())));
        Fields enabled = fields(
                text("TargetBucket", "targetBucket"),
                text("TargetPrefix", "targetPrefix"),
                flat("TargetGrants", fields(list("Grant", "targetGrants", grant()))),
                format);
        return fields(one("LoggingEnabled", "loggingEnabled", enabled));
    }

    private static Fields website() {
        Fields condition = fields(
                text("HttpErrorCodeReturnedEquals", "httpErrorCodeReturnedEquals"),
                text("KeyPrefixEquals", "keyPrefixEquals"));
        Fields redirect = fields(
                text("HostName", "hostName"),
                text("HttpRedirectCode", "httpRedirectCode"),
                text("Protocol", "protocol"),
                text("ReplaceKeyPrefixWith", "replaceKeyPrefixWith"),
                text("ReplaceKeyWith", "replaceKeyWith"));
        Fields rule = fields(one("Condition", "condition", condition), one("Redirect", "redirect", redirect));
        return fields(
                one("ErrorDocument", "errorDocument", fields(text("Key", "key"))),
                one("IndexDocument", "indexDocument", fields(text("Suffix", "suffix"))),
                one(
                        "RedirectAllRequestsTo",
                        "redirectAllRequestsTo",
                        fields(text("HostName", "hostName"), text("Protocol", "protocol"))),
                flat("RoutingRules", fields(list("RoutingRule", "routingRules", rule))));
    }
}
