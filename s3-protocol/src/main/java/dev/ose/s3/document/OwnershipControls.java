package dev.ose.s3.document;

import dev.ose.s3.permission.ObjectOwnership;
import dev.ose.s3.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/**
 * The ownership controls of a bucket, which have one rule.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_OwnershipControls.html">OwnershipControls</a>
 */
public record OwnershipControls(ObjectOwnership ownership) {

    /** Reads a body of at most 64 KiB; throws {@code MalformedXML}. */
    public static OwnershipControls read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, "OwnershipControls", OwnershipControls::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        return Documents.start("OwnershipControls")
                .start("Rule")
                .element("ObjectOwnership", ownership.text())
                .end()
                .end()
                .toBytes();
    }

    private static OwnershipControls content(XmlReader xml) {
        ObjectOwnership ownership = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("Rule") || ownership != null) {
                throw XmlRequestBody.malformed();
            }
            ownership = rule(xml);
        }
        return new OwnershipControls(required(ownership));
    }

    private static ObjectOwnership rule(XmlReader xml) {
        ObjectOwnership ownership = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("ObjectOwnership") || ownership != null) {
                throw XmlRequestBody.malformed();
            }
            ownership = ObjectOwnership.find(xml.text().strip()).orElseThrow(XmlRequestBody::malformed);
        }
        return required(ownership);
    }

    private static ObjectOwnership required(@Nullable ObjectOwnership ownership) {
        if (ownership == null) {
            throw XmlRequestBody.malformed();
        }
        return ownership;
    }
}
