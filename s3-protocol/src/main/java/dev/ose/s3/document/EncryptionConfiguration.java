package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * The default encryption of a bucket, which has one rule. SSE-S3 is the only algorithm.
 *
 * @param isDefault whether new objects are encrypted by SSE-S3 if their request states nothing
 * @param bucketKey {@code BucketKeyEnabled}; without effect, because SSE-S3 has no key of a bucket
 * @param blocked the kind of encryption that requests may not use; null if the rule does not say
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketEncryption.html">PutBucketEncryption</a>
 */
public record EncryptionConfiguration(
        boolean isDefault, boolean bucketKey, @Nullable Blocked blocked) {

    private static final String ROOT = "ServerSideEncryptionConfiguration";
    private static final String DEFAULT = "ApplyServerSideEncryptionByDefault";
    private static final String ALGORITHM = "SSEAlgorithm";
    private static final String AES256 = "AES256";

    /** The values of {@code BlockedEncryptionTypes}. */
    public enum Blocked {
        NONE("NONE"),
        SSE_C("SSE-C");

        private final String text;

        Blocked(String text) {
            this.text = text;
        }

        private static Blocked of(String text) {
            for (Blocked type : values()) {
                if (type.text.equals(text)) {
                    return type;
                }
            }
            throw XmlRequestBody.malformed();
        }
    }

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, also for an unknown algorithm and for a rule that
     * sets nothing; {@code InvalidArgument} for a KMS key beside AES256; {@code NotImplemented} for SSE-KMS.
     */
    public static EncryptionConfiguration read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, ROOT, EncryptionConfiguration::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start(ROOT).start("Rule");
        if (isDefault) {
            xml.start(DEFAULT).element(ALGORITHM, AES256).end();
        }
        xml.element("BucketKeyEnabled", bucketKey);
        if (blocked != null) {
            xml.start("BlockedEncryptionTypes")
                    .element("EncryptionType", blocked.text)
                    .end();
        }
        return xml.end().end().toBytes();
    }

    private static EncryptionConfiguration content(XmlReader xml) {
        EncryptionConfiguration rule = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("Rule") || rule != null) {
                throw XmlRequestBody.malformed();
            }
            rule = rule(xml);
        }
        if (rule == null) {
            throw XmlRequestBody.malformed();
        }
        return rule;
    }

    private static EncryptionConfiguration rule(XmlReader xml) {
        boolean isDefault = false;
        boolean bucketKey = false;
        Blocked blocked = null;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case DEFAULT -> {
                    requireAes256(xml);
                    isDefault = true;
                }
                case "BucketKeyEnabled" -> bucketKey = XmlRequestBody.flag(xml.text());
                case "BlockedEncryptionTypes" -> blocked = blocked(xml);
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (!isDefault && blocked == null) {
            throw XmlRequestBody.malformed();
        }
        return new EncryptionConfiguration(isDefault, bucketKey, blocked);
    }

    private static void requireAes256(XmlReader xml) {
        String algorithm = "";
        boolean hasKey = false;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case ALGORITHM -> algorithm = xml.text().strip();
                case "KMSMasterKeyID" -> {
                    xml.text();
                    hasKey = true;
                }
                default -> throw XmlRequestBody.malformed();
            }
        }
        switch (algorithm) {
            case AES256 -> {}
            case "aws:kms", "aws:kms:dsse" ->
                throw new S3ErrorException(S3Error.of(S3ErrorCode.NOT_IMPLEMENTED)
                        .with("Element", ALGORITHM)
                        .with("Value", algorithm));
            default -> throw XmlRequestBody.malformed();
        }
        if (hasKey) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_ARGUMENT,
                    "A KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or aws:kms:dsse"));
        }
    }

    private static Blocked blocked(XmlReader xml) {
        Blocked blocked = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("EncryptionType") || blocked != null) {
                throw XmlRequestBody.malformed();
            }
            blocked = Blocked.of(xml.text().strip());
        }
        if (blocked == null) {
            throw XmlRequestBody.malformed();
        }
        return blocked;
    }
}
