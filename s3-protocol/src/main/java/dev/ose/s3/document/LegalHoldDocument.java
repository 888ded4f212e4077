package dev.ose.s3.document;

import dev.ose.s3.xml.XmlReader;

/**
 * Whether one version is held.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectLegalHold.html">PutObjectLegalHold</a>
 */
public record LegalHoldDocument(boolean isOn) {

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, also for a status but {@code ON} and {@code OFF}.
     */
    public static LegalHoldDocument read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, "LegalHold", LegalHoldDocument::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        return Documents.start("LegalHold")
                .element("Status", isOn ? "ON" : "OFF")
                .end()
                .toBytes();
    }

    private static LegalHoldDocument content(XmlReader xml) {
        String status = "";
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("Status")) {
                throw XmlRequestBody.malformed();
            }
            status = xml.text().strip();
        }
        return switch (status) {
            case "ON" -> new LegalHoldDocument(true);
            case "OFF" -> new LegalHoldDocument(false);
            default -> throw XmlRequestBody.malformed();
        };
    }
}
