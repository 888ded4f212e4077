package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.RequestMembers;
import dev.ose.s3.operation.RequestMembers.Fate;
import dev.ose.s3.xml.XmlReader;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The elements of a document for a platform. Platforms ignore unknown elements; S3 refuses the document. Those that S3
 * has are in {@link RequestMembers}.
 */
public final class DocumentElements {

    private final String operation;
    private final Set<String> names = new LinkedHashSet<>();

    private DocumentElements(String operation) {
        this.operation = operation;
    }

    /**
     * The names of the elements of a document. Throws {@code MalformedXML} with the name of the first one that S3 does
     * not have there, and {@code NotImplemented} with that of one that is not offered.
     *
     * @param body at most 2 MiB
     */
    public static Set<String> require(String operation, byte[] body) {
        DocumentElements elements = new DocumentElements(operation);
        return XmlRequestBody.read(body, XmlRequestBody.LARGE_BYTES, xml -> {
            elements.require("", xml);
            return elements.names;
        });
    }

    /** Checks the element that is open and all in it, and closes it. */
    private void require(String parent, XmlReader xml) {
        String name = xml.name();
        String path = parent + '/' + name;
        Optional<Fate> fate = RequestMembers.fate(operation, path);
        if (fate.isEmpty()) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_XML).with("Element", name));
        }
        if (fate.get() == Fate.REFUSED) {
            throw XmlRequestBody.notOffered(name);
        }
        names.add(name);
        xml.eachChild(() -> require(path, xml));
    }
}
