package dev.ose.keeper.director;

/** A failed request to Cloud Director, with its cause and the remedy. */
public final class DirectorException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Why why;
    private final String remedy;

    /** The kind of failure. */
    public enum Why {
        /** No response, or not one of Cloud Director. */
        NO_ANSWER,
        /** The certificate that it shows is not trusted. */
        CERTIFICATE,
        /** It rejects the login of the link's user. */
        LOGIN,
        /** It refuses the request, or fails to perform it. */
        REFUSED
    }

    /** @param detail without a full stop, as {@link #detail()} */
    DirectorException(Why why, String detail, String remedy) {
        super(detail);
        this.why = why;
        this.remedy = remedy;
    }

    public Why why() {
        return why;
    }

    /** The problem, as a clause. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    public String remedy() {
        return remedy;
    }
}
