package dev.ose.osis.model;

/**
 * A text is not a document of the expected form. Its message quotes nothing of the text, because documents hold
 * secrets.
 */
public final class MalformedDocumentException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedDocumentException(String form) {
        super("not a document of the form " + form);
    }
}
