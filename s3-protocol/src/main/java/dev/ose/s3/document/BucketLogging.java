package dev.ose.s3.document;

import dev.ose.s3.BucketName;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.MalformedXmlException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the access log of a bucket is delivered.
 *
 * @param target the bucket that gets the log
 * @param prefix what the keys of the log's objects begin with
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_LoggingEnabled.html">LoggingEnabled</a>
 */
public record BucketLogging(BucketName target, String prefix, KeyFormat format) {

    /** Leaves room for the longest partition and time behind it within the 1,024 bytes of a key. */
    private static final int MAX_PREFIX_BYTES = 700;

    private static final String ROOT = "BucketLoggingStatus";
    private static final String FORMAT = "TargetObjectKeyFormat";
    private static final String SIMPLE = "SimplePrefix";
    private static final String PARTITIONED = "PartitionedPrefix";
    private static final String SOURCE = "PartitionDateSource";

    /** The part between the prefix and the time in the keys of the log's objects. */
    public enum KeyFormat {
        /** Nothing, and the document does not say so. */
        UNSTATED,
        /** Nothing. */
        SIMPLE,
        /** Owner, region, bucket and the day of the requests. */
        EVENT_TIME,
        /** Owner, region, bucket and the day of the delivery. */
        DELIVERY_TIME
    }

    /**
     * Reads a body of at most 64 KiB; empty if it switches the log off. Throws {@code MalformedXML}, {@code
     * NotImplemented} for grants, {@code KeyTooLongError}, and {@code InvalidTargetBucketForLogging} for a target that
     * is no name of a bucket.
     */
    public static Optional<BucketLogging> read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, ROOT, BucketLogging::status);
    }

    /** The document for an answer; empty says that there is no log. */
    public static byte[] toBytes(Optional<BucketLogging> logging) {
        XmlWriter xml = Documents.start(ROOT);
        logging.ifPresent(enabled -> enabled.write(xml));
        return xml.end().toBytes();
    }

    /** The error of a target that is missing, or another owner's. */
    public static S3Error invalidTarget(String name) {
        return S3Error.of(S3ErrorCode.INVALID_TARGET_BUCKET_FOR_LOGGING).with("TargetBucket", name);
    }

    private void write(XmlWriter xml) {
        xml.start("LoggingEnabled").element("TargetBucket", target.value()).element("TargetPrefix", prefix);
        switch (format) {
            case UNSTATED -> {}
            case SIMPLE -> xml.start(FORMAT).start(SIMPLE).end().end();
            case EVENT_TIME -> partitioned(xml, "EventTime");
            case DELIVERY_TIME -> partitioned(xml, "DeliveryTime");
        }
        xml.end();
    }

    private static void partitioned(XmlWriter xml, String source) {
        xml.start(FORMAT).start(PARTITIONED).element(SOURCE, source).end().end();
    }

    private static Optional<BucketLogging> status(XmlReader xml) {
        Once once = new Once();
        Optional<BucketLogging> logging = Optional.empty();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!once.of(child).equals("LoggingEnabled")) {
                throw XmlRequestBody.malformed();
            }
            logging = Optional.of(enabled(xml));
        }
        return logging;
    }

    private static BucketLogging enabled(XmlReader xml) {
        Once once = new Once();
        @Nullable String target = null;
        @Nullable String prefix = null;
        KeyFormat format = KeyFormat.UNSTATED;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "TargetBucket" -> target = xml.text().strip();
                case "TargetPrefix" -> prefix = xml.text();
                case FORMAT -> format = format(xml);
                case "TargetGrants" -> requireEmpty(xml, "TargetGrants");
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (target == null || prefix == null) {
            throw XmlRequestBody.malformed();
        }
        if (prefix.getBytes(StandardCharsets.UTF_8).length > MAX_PREFIX_BYTES) {
            throw XmlRequestBody.refused(S3ErrorCode.KEY_TOO_LONG_ERROR);
        }
        String name = target;
        BucketName bucket = BucketName.parse(name).orElseThrow(() -> new S3ErrorException(invalidTarget(name)));
        return new BucketLogging(bucket, prefix, format);
    }

    /** Grants for others would need ACLs on each object of the log, which most buckets do not have any more. */
    private static void requireEmpty(XmlReader xml, String element) {
        if (xml.nextChild() != null) {
            throw XmlRequestBody.notOffered(element);
        }
    }

    private static KeyFormat format(XmlReader xml) {
        KeyFormat format =
                switch (child(xml)) {
                    case SIMPLE -> {
                        requireNoMore(xml);
                        yield KeyFormat.SIMPLE;
                    }
                    case PARTITIONED -> partition(xml);
                    default -> throw XmlRequestBody.malformed();
                };
        requireNoMore(xml);
        return format;
    }

    private static KeyFormat partition(XmlReader xml) {
        if (!child(xml).equals(SOURCE)) {
            throw XmlRequestBody.malformed();
        }
        KeyFormat format =
                switch (xml.text().strip()) {
                    case "EventTime" -> KeyFormat.EVENT_TIME;
                    case "DeliveryTime" -> KeyFormat.DELIVERY_TIME;
                    default -> throw XmlRequestBody.malformed();
                };
        requireNoMore(xml);
        return format;
    }

    private static String child(XmlReader xml) {
        @Nullable String child = xml.nextChild();
        if (child == null) {
            throw new MalformedXmlException("element missing");
        }
        return child;
    }

    private static void requireNoMore(XmlReader xml) {
        if (xml.nextChild() != null) {
            throw XmlRequestBody.malformed();
        }
    }
}
