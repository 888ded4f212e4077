package dev.ose.control;

/** Why a command came to nothing between {@code ose} and keeper. The codes are a promise: scripts look for them. */
public enum ControlCode {
    /** Nobody listens on the socket. */
    KEEPER_AWAY("OSE-3001"),
    /** The caller is not one of those who may command. */
    NOT_PERMITTED("OSE-3002"),
    /** The request is not one this keeper knows. */
    UNREADABLE("OSE-3003"),
    /** The request or the answer is larger than anybody needs. */
    TOO_LARGE("OSE-3004"),
    /** As many commands as may run at once are running. */
    BUSY("OSE-3006"),
    /** The conversation ended before the outcome was told. */
    OUTCOME_UNKNOWN("OSE-3007"),
    /** The socket cannot be opened. */
    SOCKET("OSE-3008"),
    /** A bug in the keeper. */
    UNEXPECTED("OSE-3999");

    private final String text;

    ControlCode(String text) {
        this.text = text;
    }

    /** The refusal of this code. */
    public Event.Refusal refusal(String sentence, String remedy) {
        return new Event.Refusal(text, sentence, remedy);
    }

    @Override
    public String toString() {
        return text;
    }
}
