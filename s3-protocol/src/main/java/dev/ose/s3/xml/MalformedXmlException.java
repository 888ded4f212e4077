package dev.ose.s3.xml;

import java.io.Serial;

/**
 * The bytes are no XML, or XML that we refuse to read: a DTD, an entity, too deep, too long. Carries no stack trace.
 */
public final class MalformedXmlException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The message is ours and quotes nothing of the document. */
    public MalformedXmlException(String message) {
        super(message, null, false, false);
    }
}
