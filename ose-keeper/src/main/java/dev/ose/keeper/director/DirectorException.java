package dev.ose.keeper.director;

/** Cloud Director did not do what it was asked, or could not be asked; says why, and what to do. */
public final class DirectorException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Why why;
    private final String remedy;

    /** Whose turn it is. */
    public enum Why {
        /** Nobody answers as Cloud Director does. */
        NO_ANSWER,
        /** The certificate that it shows is not trusted. */
        CERTIFICATE,
        /** It does not let the user of the link in. */
        LOGIN,
        /** It refuses, or fails in, what it was asked for. */
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

    /** What happened, as a clause. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    public String remedy() {
        return remedy;
    }
}
