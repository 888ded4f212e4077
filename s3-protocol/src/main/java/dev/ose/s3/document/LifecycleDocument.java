package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lifecycle.Expiration;
import dev.ose.s3.lifecycle.LifecycleConfiguration;
import dev.ose.s3.lifecycle.LifecycleFilter;
import dev.ose.s3.lifecycle.LifecycleRule;
import dev.ose.s3.lifecycle.NoncurrentExpiration;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The document of a bucket's lifecycle rules.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html">PutBucketLifecycleConfiguration</a>
 */
public final class LifecycleDocument {

    /** The most rules of a bucket. */
    public static final int MAX_RULES = 1000;

    private LifecycleDocument() {}

    /**
     * Reads a body of at most 2 MiB. Throws {@code MalformedXML}, {@code InvalidArgument} for numbers, dates and ids
     * that cannot be, {@code InvalidRequest} for what does not go together, and {@code NotImplemented} for transitions:
     * there is no other storage class to go to.
     *
     * @param ids makes one for a rule that comes without
     */
    public static LifecycleConfiguration read(byte[] body, Supplier<String> ids) {
        LifecycleConfiguration configuration = XmlRequestBody.read(
                body, XmlRequestBody.LARGE_BYTES, "LifecycleConfiguration", xml -> content(xml, ids));
        Set<String> seen = new HashSet<>();
        for (LifecycleRule rule : configuration.rules()) {
            if (!seen.add(rule.id())) {
                throw new S3ErrorException(S3Error.of(
                        S3ErrorCode.INVALID_ARGUMENT,
                        "RuleId must be unique. Found same ID for one or more rules. Rule ID - " + rule.id()));
            }
        }
        return configuration;
    }

    /** Reads a document that {@link #write} made. */
    public static LifecycleConfiguration readKept(String document) {
        return read(document.getBytes(StandardCharsets.UTF_8), () -> {
            throw new IllegalStateException("a kept lifecycle rule has no id");
        });
    }

    /** The document of this configuration, from which {@link #read} returns the same. */
    public static byte[] write(LifecycleConfiguration configuration) {
        XmlWriter xml = Documents.start("LifecycleConfiguration");
        configuration.rules().forEach(rule -> write(xml, rule));
        return xml.end().toBytes();
    }

    private static LifecycleConfiguration content(XmlReader xml, Supplier<String> ids) {
        List<LifecycleRule> rules = new ArrayList<>();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("Rule") || rules.size() == MAX_RULES) {
                throw XmlRequestBody.malformed();
            }
            rules.add(new LifecycleRuleReader(ids).read(xml));
        }
        if (rules.isEmpty()) {
            throw XmlRequestBody.malformed();
        }
        return new LifecycleConfiguration(rules);
    }

    private static void write(XmlWriter xml, LifecycleRule rule) {
        xml.start("Rule").element("ID", rule.id());
        write(xml, rule.filter());
        xml.element("Status", rule.isEnabled() ? "Enabled" : "Disabled");
        if (rule.expiration() != null) {
            write(xml, rule.expiration());
        }
        NoncurrentExpiration noncurrent = rule.noncurrent();
        if (noncurrent != null) {
            xml.start("NoncurrentVersionExpiration").element("NoncurrentDays", noncurrent.days());
            if (noncurrent.newerVersions() != null) {
                xml.element("NewerNoncurrentVersions", noncurrent.newerVersions());
            }
            xml.end();
        }
        if (rule.abortDays() != null) {
            xml.start("AbortIncompleteMultipartUpload")
                    .element("DaysAfterInitiation", rule.abortDays())
                    .end();
        }
        xml.end();
    }

    private static void write(XmlWriter xml, Expiration expiration) {
        xml.start("Expiration");
        switch (expiration) {
            case Expiration.AfterDays(int days) -> xml.element("Days", days);
            case Expiration.OnDate(var midnight) -> xml.element("Date", Documents.timestamp(midnight));
            case Expiration.OfMarkers(boolean isOn) -> xml.element("ExpiredObjectDeleteMarker", isOn);
        }
        xml.end();
    }

    private static void write(XmlWriter xml, LifecycleFilter filter) {
        if (filter.isRulePrefix()) {
            xml.optional("Prefix", filter.prefix());
            return;
        }
        boolean isSeveral = filter.conditions() > 1;
        xml.start("Filter");
        if (isSeveral) {
            xml.start("And");
        }
        xml.optional("Prefix", filter.prefix());
        filter.tags().forEach((key, value) -> xml.start("Tag")
                .element("Key", key)
                .element("Value", value)
                .end());
        if (filter.largerThanBytes() != null) {
            xml.element("ObjectSizeGreaterThan", filter.largerThanBytes());
        }
        if (filter.smallerThanBytes() != null) {
            xml.element("ObjectSizeLessThan", filter.smallerThanBytes());
        }
        if (isSeveral) {
            xml.end();
        }
        xml.end();
    }
}
