package dev.ose.server.admin.bucket;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.s3.GrantHeader;
import dev.ose.s3.document.AclDocument;
import dev.ose.s3.document.ObjectLockConfiguration;
import dev.ose.s3.document.Owner;
import dev.ose.s3.document.PlatformAnswer;
import dev.ose.s3.document.VersioningConfiguration;
import dev.ose.s3.lock.DefaultRetention;
import dev.ose.s3.lock.RetentionMode;
import dev.ose.s3.xml.XmlReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a bucket as the API shows them, read from their documents. What a platform adds to a document is
 * passed over. Fails with {@code MalformedXmlException} or {@code S3ErrorException} for what is no such document.
 */
final class SettingDocuments {

    private static final int MAX_EVENTS = 100_000;

    private SettingDocuments() {}

    /** Whether a bucket keeps versions. */
    enum Versioning {
        DISABLED,
        ENABLED,
        SUSPENDED
    }

    /**
     * The object lock of a bucket.
     *
     * @param mode of the retention that new versions get; absent if they get none
     * @param days its length; absent if it is in years
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ObjectLockView(
            boolean enabled,
            @Nullable RetentionMode mode,
            @Nullable Integer days,
            @Nullable Integer years) {

        static final ObjectLockView OFF = new ObjectLockView(false, null, null, null);
    }

    /**
     * The default encryption of a bucket.
     *
     * @param keyId of SSE-KMS
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EncryptionView(
            @Nullable String algorithm, @Nullable String keyId) {

        static final EncryptionView NONE = new EncryptionView(null, null);
    }

    /**
     * What the ACL of a bucket grants to others than its owner.
     *
     * @param publicRead whether everyone may list the bucket
     * @param publicWrite whether everyone may write, or change the ACL
     * @param authenticatedRead likewise all authenticated users
     * @param users number of grants to single users
     */
    record AclView(
            boolean publicRead,
            boolean publicWrite,
            boolean authenticatedRead,
            boolean authenticatedWrite,
            boolean logDelivery,
            int users) {}

    /**
     * The website of a bucket.
     *
     * @param redirectHost the host that all requests are redirected to
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record WebsiteView(
            boolean enabled,
            @Nullable String indexDocument,
            @Nullable String errorDocument,
            @Nullable String redirectHost) {

        static final WebsiteView OFF = new WebsiteView(false, null, null, null);
    }

    static Versioning versioning(byte[] document) {
        String status = open(document).textOf("Status").strip();
        if (status.isEmpty()) {
            return Versioning.DISABLED;
        }
        VersioningConfiguration.@Nullable Status known =
                VersioningConfiguration.read(document).status();
        return known == VersioningConfiguration.Status.ENABLED ? Versioning.ENABLED : Versioning.SUSPENDED;
    }

    static ObjectLockView objectLock(byte[] document) {
        @Nullable
        DefaultRetention retention = ObjectLockConfiguration.read(document).defaultRetention();
        if (retention == null) {
            return new ObjectLockView(true, null, null, null);
        }
        boolean isInDays = retention.unit() == DefaultRetention.Unit.DAYS;
        return new ObjectLockView(
                true, retention.mode(), isInDays ? retention.length() : null, isInDays ? null : retention.length());
    }

    /** Not by the document that clients may send, which has SSE-S3 alone. */
    static EncryptionView encryption(byte[] document) {
        XmlReader xml = open(document);
        @Nullable String algorithm = null;
        @Nullable String key = null;
        for (String rule = xml.nextChild(); rule != null; rule = xml.nextChild()) {
            for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
                if (!child.equals("ApplyServerSideEncryptionByDefault")) {
                    xml.skip();
                    continue;
                }
                for (String item = xml.nextChild(); item != null; item = xml.nextChild()) {
                    String text = xml.text().strip();
                    algorithm = item.equals("SSEAlgorithm") ? text : algorithm;
                    key = item.equals("KMSMasterKeyID") ? text : key;
                }
            }
        }
        return new EncryptionView(algorithm, key);
    }

    static AclView acl(byte[] document) {
        AclDocument acl = AclDocument.read(document);
        @Nullable Owner owner = acl.owner();
        List<AclDocument.Grant> others = acl.grants().stream()
                .filter(grant -> owner == null || !grant.name().equals(owner.id()))
                .toList();
        return new AclView(
                grants(others, GrantHeader.EVERYBODY, "READ"),
                grants(others, GrantHeader.EVERYBODY, "WRITE", "WRITE_ACP"),
                grants(others, GrantHeader.AUTHENTICATED, "READ"),
                grants(others, GrantHeader.AUTHENTICATED, "WRITE", "WRITE_ACP"),
                others.stream().anyMatch(grant -> grant.name().equals(GrantHeader.LOG_DELIVERY)),
                (int) others.stream()
                        .filter(grant -> grant.kind() == GrantHeader.Kind.ID)
                        .count());
    }

    private static boolean grants(List<AclDocument.Grant> grants, String group, String... permissions) {
        return grants.stream()
                .filter(grant -> grant.name().equals(group))
                .map(AclDocument.Grant::permission)
                .anyMatch(
                        it -> it.equals("FULL_CONTROL") || List.of(permissions).contains(it));
    }

    /** The content of {@code IsPublic}. */
    static boolean isPublic(byte[] document) {
        return Boolean.parseBoolean(open(document).textOf("IsPublic").strip());
    }

    /** The number of the document's elements of that name below its root. */
    static int count(byte[] document, String element) {
        XmlReader xml = open(document);
        int count = 0;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            count += child.equals(element) ? 1 : 0;
            xml.skip();
        }
        return count;
    }

    /** The number of all elements below the root: each is one target of notifications. */
    static int targets(byte[] document) {
        XmlReader xml = open(document);
        int count = 0;
        while (xml.nextChild() != null) {
            count++;
            xml.skip();
        }
        return count;
    }

    static WebsiteView website(byte[] document) {
        XmlReader xml = open(document);
        @Nullable String index = null;
        @Nullable String error = null;
        @Nullable String host = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "IndexDocument" -> index = xml.textOf("Suffix");
                case "ErrorDocument" -> error = xml.textOf("Key");
                case "RedirectAllRequestsTo" -> host = xml.textOf("HostName");
                default -> xml.skip();
            }
        }
        return new WebsiteView(true, index, error, host);
    }

    private static XmlReader open(byte[] document) {
        return XmlReader.open(document, PlatformAnswer.MAX_BYTES, MAX_EVENTS);
    }
}
