package dev.ose.control;

/** The control socket cannot be opened or a message cannot be read; carries a refusal. */
public final class ControlException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Event.Refusal refusal;

    public ControlException(Event.Refusal refusal) {
        super(refusal.code() + ": " + refusal.sentence() + " " + refusal.remedy());
        this.refusal = refusal;
    }

    public Event.Refusal refusal() {
        return refusal;
    }
}
