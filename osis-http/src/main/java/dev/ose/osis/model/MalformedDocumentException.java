package dev.ose.osis.model;

/** A text is no document of the form it should have. Quotes nothing of it, because documents hold secrets. */
public final class MalformedDocumentException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedDocumentException(String form) {
        super("not a document of the form " + form);
    }
}
