package dev.ose.control;

/** Failures between {@code ose} and the keeper. The codes are stable, because scripts depend on them. */
public enum ControlCode {
    /** No process listens on the socket. */
    KEEPER_AWAY("OSE-3001"),
    /** The caller is not permitted. */
    NOT_PERMITTED("OSE-3002"),
    /** The keeper does not know the request. */
    UNREADABLE("OSE-3003"),
    /** The request or the answer exceeds the size limit. */
    TOO_LARGE("OSE-3004"),
    /** The limit of concurrent commands is reached. */
    BUSY("OSE-3006"),
    /** The connection closed before the outcome arrived. */
    OUTCOME_UNKNOWN("OSE-3007"),
    /** The socket cannot be opened. */
    SOCKET("OSE-3008"),
    /** An internal error of the keeper. */
    UNEXPECTED("OSE-3999");

    private final String text;

    ControlCode(String text) {
        this.text = text;
    }

    /** A refusal with this code. */
    public Event.Refusal refusal(String sentence, String remedy) {
        return new Event.Refusal(text, sentence, remedy);
    }

    @Override
    public String toString() {
        return text;
    }
}
