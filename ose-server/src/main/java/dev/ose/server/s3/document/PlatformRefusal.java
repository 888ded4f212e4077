package dev.ose.server.s3.document;

/** Ends an operation that cannot go on without what the platform has just refused; its refusal is the answer. */
final class PlatformRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Response answer;

    PlatformRefusal(Response answer) {
        super("the platform refused", null, false, false);
        this.answer = answer;
    }

    Response answer() {
        return answer;
    }
}
