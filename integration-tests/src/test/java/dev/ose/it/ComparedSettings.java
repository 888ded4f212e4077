package dev.ose.it;

import static dev.ose.it.Comparison.Difference.differs;

import dev.ose.it.Comparison.Difference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Steps about ACLs, ownership, public access, lifecycle, locks and attributes; the bucket and its objects are there
 * already.
 */
final class ComparedSettings {

    private static final String NAMESPACE = " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"";

    private static final Difference NO_SETTING =
            differs("the other server lacks the setting", "<Code>", "content-type", "status");
    private static final Difference NO_SETTING_EITHER =
            differs("the other server lacks the setting, which S3 reports as unset or refuses", "<Code>", "status");
    private static final Difference TWO_FAULTS =
            differs("the bucket has no ACLs and the ACL is wrong, and each server reports one of them", "<Code>");

    /** Where the answers differ, and why. */
    static final Map<String, Difference> DIFFERENCES = Map.ofEntries(
            Map.entry(
                    "ACL of an object",
                    differs("the other server has no ACLs of objects", "<Code>", "<Permission>", "status")),
            Map.entry("ACL of nothing", NO_SETTING_EITHER),
            Map.entry("put a malformed ACL", TWO_FAULTS),
            Map.entry("put an ACL that is none", TWO_FAULTS),
            Map.entry("public access block of an untouched bucket", NO_SETTING_EITHER),
            Map.entry("put a public access block", NO_SETTING),
            Map.entry(
                    "public access block",
                    differs(
                            "the other server lacks the setting",
                            "<BlockPublicAcls>",
                            "<BlockPublicPolicy>",
                            "<Code>",
                            "<IgnorePublicAcls>",
                            "<RestrictPublicBuckets>",
                            "status")),
            Map.entry("delete the public access block", NO_SETTING),
            Map.entry("public access block that was deleted", NO_SETTING_EITHER),
            Map.entry("lifecycle of an untouched bucket", NO_SETTING_EITHER),
            Map.entry("put a lifecycle", NO_SETTING),
            Map.entry(
                    "lifecycle",
                    differs(
                            "the other server lacks the setting",
                            "<Code>",
                            "<Days>",
                            "<Prefix>",
                            "<Status>",
                            "status")),
            Map.entry("put a lifecycle of no days", NO_SETTING_EITHER),
            Map.entry("put a lifecycle of an odd status", NO_SETTING_EITHER),
            Map.entry("delete the lifecycle", NO_SETTING),
            Map.entry("lifecycle that was deleted", NO_SETTING_EITHER),
            Map.entry(
                    "attributes of parts",
                    differs(
                            "S3 states how many parts there are, with checksums or without; the other server does not",
                            "<IsTruncated>",
                            "<MaxParts>",
                            "<PartsCount>")),
            Map.entry(
                    "put a default retention of no days",
                    differs(
                            "the tests of Ceph expect InvalidRetentionPeriod; the other server has no name for it",
                            "<Code>")),
            Map.entry(
                    "retention by default",
                    differs(
                            "the other server does not apply the retention of the bucket to new objects",
                            "<Code>",
                            "<Mode>",
                            "status")),
            Map.entry(
                    "legal hold of an object without",
                    differs("S3's documents have 404 for NoSuchObjectLockConfiguration", "status")));

    private final Script script;
    private final String bucket;
    private final String locked;

    private ComparedSettings(Script script, String bucket) {
        this.script = script;
        this.bucket = bucket;
        this.locked = bucket + "-locked";
    }

    /** Adds the steps; {@code /object} must be an object of the bucket. */
    static void addTo(Script script, String bucket) {
        ComparedSettings steps = new ComparedSettings(script, '/' + bucket);
        steps.acls();
        steps.ownership();
        steps.publicAccess();
        steps.lifecycle();
        steps.attributes();
        steps.lockOfBuckets();
        steps.lockOfObjects();
    }

    private void acls() {
        script.step("ACL of a bucket", m -> get(bucket + "?acl="));
        script.step("ACL of an object", m -> get(bucket + "/object?acl="));
        script.step("ACL of nothing", m -> get(bucket + "/nothing?acl="));
        script.step("ACL of no bucket", m -> get("/no-bucket-here?acl="));
        script.step("put a malformed ACL", m -> put(bucket + "?acl=", "<AccessControl"));
        script.step("put an ACL that is none", m -> put(bucket + "?acl=", "").header("x-amz-acl", "nonsense"));
    }

    private void ownership() {
        script.step("ownership of an untouched bucket", m -> get(bucket + "?ownershipControls="));
        for (String kind : List.of("BucketOwnerPreferred", "ObjectWriter", "Nonsense", "BucketOwnerEnforced")) {
            script.step("put the ownership " + kind, m -> put(bucket + "?ownershipControls=", ownership(kind)));
            script.step("ownership after " + kind, m -> get(bucket + "?ownershipControls="));
        }
        script.step("put a public ACL where there are none", m -> put(bucket + "?acl=", "")
                .header("x-amz-acl", "public-read"));
        script.step("delete the ownership", m -> SignedRequest.of("DELETE", bucket + "?ownershipControls="));
        script.step("ownership that was deleted", m -> get(bucket + "?ownershipControls="));
    }

    private static String ownership(String kind) {
        return "<OwnershipControls" + NAMESPACE + "><Rule><ObjectOwnership>" + kind
                + "</ObjectOwnership></Rule></OwnershipControls>";
    }

    private void publicAccess() {
        String block = "<PublicAccessBlockConfiguration" + NAMESPACE
                + "><BlockPublicAcls>true</BlockPublicAcls><IgnorePublicAcls>false</IgnorePublicAcls>"
                + "<BlockPublicPolicy>true</BlockPublicPolicy><RestrictPublicBuckets>false</RestrictPublicBuckets>"
                + "</PublicAccessBlockConfiguration>";
        script.step("public access block of an untouched bucket", m -> get(bucket + "?publicAccessBlock="));
        script.step("put a public access block", m -> put(bucket + "?publicAccessBlock=", block));
        script.step("public access block", m -> get(bucket + "?publicAccessBlock="));
        script.step("delete the public access block", m -> SignedRequest.of("DELETE", bucket + "?publicAccessBlock="));
        script.step("public access block that was deleted", m -> get(bucket + "?publicAccessBlock="));
    }

    private void lifecycle() {
        script.step("lifecycle of an untouched bucket", m -> get(bucket + "?lifecycle="));
        script.step("put a lifecycle", m -> put(bucket + "?lifecycle=", lifecycle("Enabled", 30)));
        script.step("lifecycle", m -> get(bucket + "?lifecycle="));
        script.step("put a lifecycle of no days", m -> put(bucket + "?lifecycle=", lifecycle("Enabled", 0)));
        script.step("put a lifecycle of an odd status", m -> put(bucket + "?lifecycle=", lifecycle("Perhaps", 1)));
        script.step("delete the lifecycle", m -> SignedRequest.of("DELETE", bucket + "?lifecycle="));
        script.step("lifecycle that was deleted", m -> get(bucket + "?lifecycle="));
    }

    private static String lifecycle(String status, int days) {
        return "<LifecycleConfiguration" + NAMESPACE
                + "><Rule><ID>old</ID><Filter><Prefix>logs/</Prefix></Filter><Status>" + status
                + "</Status><Expiration><Days>" + days + "</Days></Expiration></Rule></LifecycleConfiguration>";
    }

    private void attributes() {
        String name = "x-amz-object-attributes";
        script.step("attributes", m -> get(bucket + "/object?attributes=").header(name, "ETag,ObjectSize"));
        script.step("attributes of parts", m -> get(bucket + "/parts?attributes=")
                .header(name, "ETag,ObjectParts,ObjectSize"));
        script.step("attributes without a name", m -> get(bucket + "/object?attributes="));
        script.step("attributes of an odd name", m -> get(bucket + "/object?attributes=")
                .header(name, "Colour"));
        script.step("attributes of nothing", m -> get(bucket + "/nothing?attributes=")
                .header(name, "ETag"));
    }

    private void lockOfBuckets() {
        script.step("lock of a bucket without", m -> get(bucket + "?object-lock="));
        script.step("retention in a bucket without lock", m -> get(bucket + "/object?retention="));
        script.step("legal hold in a bucket without lock", m -> get(bucket + "/object?legal-hold="));
        script.step(
                "create a bucket with lock", m -> put(locked, "").header("x-amz-bucket-object-lock-enabled", "true"));
        script.step("versioning of a bucket with lock", m -> get(locked + "?versioning="));
        script.step("lock of a new bucket", m -> get(locked + "?object-lock="));
        script.step("put a default retention of no days", m -> put(locked + "?object-lock=", defaultRetention(0)));
        script.step("put a default retention", m -> put(locked + "?object-lock=", defaultRetention(1)));
        script.step("lock of a bucket", m -> get(locked + "?object-lock="));
    }

    private static String defaultRetention(int days) {
        return "<ObjectLockConfiguration" + NAMESPACE
                + "><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>"
                + "<Mode>GOVERNANCE</Mode><Days>" + days
                + "</Days></DefaultRetention></Rule></ObjectLockConfiguration>";
    }

    private void lockOfObjects() {
        String object = locked + "/kept";
        script.step(
                "put a locked object",
                m -> put(object, "kept"),
                (m, answer) -> m.put("kept", String.valueOf(answer.header("x-amz-version-id"))));
        script.step("retention by default", m -> get(object + "?retention="));
        script.step("retention in the past", m -> put(object + "?retention=", retention("GOVERNANCE", 2020)));
        script.step("retention of an odd mode", m -> put(object + "?retention=", retention("NONSENSE", 2100)));
        script.step("lengthen the retention", m -> put(object + "?retention=", retention("GOVERNANCE", 2100)));
        script.step("shorten the retention", m -> put(object + "?retention=", retention("GOVERNANCE", 2099)));
        script.step("shorten the retention by right", m -> put(object + "?retention=", retention("GOVERNANCE", 2099))
                .header("x-amz-bypass-governance-retention", "true"));
        script.step("retention of an object", m -> get(object + "?retention="));
        script.step("legal hold of an object without", m -> get(object + "?legal-hold="));
        script.step("put a legal hold", m -> put(object + "?legal-hold=", legalHold("ON")));
        script.step("legal hold", m -> get(object + "?legal-hold="));
        script.step("put a legal hold that is none", m -> put(object + "?legal-hold=", legalHold("PERHAPS")));
        script.step(
                "delete a version that is held", m -> SignedRequest.of("DELETE", object + "?versionId=" + m.get("kept"))
                        .header("x-amz-bypass-governance-retention", "true"));
        script.step("release the legal hold", m -> put(object + "?legal-hold=", legalHold("OFF")));
        script.step(
                "delete a version that is retained",
                m -> SignedRequest.of("DELETE", object + "?versionId=" + m.get("kept")));
        script.step("delete a retained version by right", m -> SignedRequest.of(
                        "DELETE", object + "?versionId=" + m.get("kept"))
                .header("x-amz-bypass-governance-retention", "true"));
        script.step("retention of nothing", m -> get(object + "?retention="));
    }

    private static String retention(String mode, int year) {
        return "<Retention" + NAMESPACE + "><Mode>" + mode + "</Mode><RetainUntilDate>" + year
                + "-01-01T00:00:00Z</RetainUntilDate></Retention>";
    }

    private static String legalHold(String status) {
        return "<LegalHold" + NAMESPACE + "><Status>" + status + "</Status></LegalHold>";
    }

    private static SignedRequest get(String path) {
        return SignedRequest.of("GET", path);
    }

    private static SignedRequest put(String path, String body) {
        return SignedRequest.of("PUT", path)
                .body(body)
                .header("Content-MD5", Checksums.md5(body.getBytes(StandardCharsets.UTF_8)));
    }
}
