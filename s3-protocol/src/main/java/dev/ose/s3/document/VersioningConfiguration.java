package dev.ose.s3.document;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * The versioning configuration of a bucket.
 *
 * @param status null when versioning was never enabled
 * @param mfaDelete null if the body does not state it
 */
public record VersioningConfiguration(
        @Nullable Status status, @Nullable Boolean mfaDelete) {

    /** The states that a client may set. */
    public enum Status {
        ENABLED("Enabled"),
        SUSPENDED("Suspended");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        private static Status of(String text) {
            for (Status status : values()) {
                if (status.text.equals(text)) {
                    return status;
                }
            }
            throw XmlRequestBody.malformed();
        }
    }

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, and {@code IllegalVersioningConfigurationException}
     * when it names no status.
     */
    public static VersioningConfiguration read(byte[] body) {
        VersioningConfiguration configuration = XmlRequestBody.read(
                body, XmlRequestBody.SMALL_BYTES, "VersioningConfiguration", VersioningConfiguration::content);
        if (configuration.status == null) {
            throw XmlRequestBody.refused(S3ErrorCode.ILLEGAL_VERSIONING_CONFIGURATION_EXCEPTION);
        }
        return configuration;
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("VersioningConfiguration");
        if (status != null) {
            xml.element("Status", status.text);
        }
        if (mfaDelete != null) {
            xml.element("MfaDelete", mfaDelete ? "Enabled" : "Disabled");
        }
        return xml.end().toBytes();
    }

    private static VersioningConfiguration content(XmlReader xml) {
        Status status = null;
        Boolean mfaDelete = null;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "Status" -> status = Status.of(xml.text().strip());
                case "MfaDelete" -> mfaDelete = mfaDelete(xml.text().strip());
                default -> throw XmlRequestBody.malformed();
            }
        }
        return new VersioningConfiguration(status, mfaDelete);
    }

    private static boolean mfaDelete(String text) {
        return switch (text) {
            case "Enabled" -> true;
            case "Disabled" -> false;
            default -> throw XmlRequestBody.malformed();
        };
    }
}
