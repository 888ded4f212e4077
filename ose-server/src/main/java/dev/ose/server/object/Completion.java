package dev.ose.server.object;

/** The end of one write. */
record Completion(Intent intent, WriteOutcome outcome) {

    ObjectAddress address() {
        return intent.address();
    }

    /** Whether the write may have changed the key. */
    boolean isEffective() {
        return switch (outcome) {
            case WriteOutcome.Written written -> true;
            case WriteOutcome.Assumed assumed -> true;
            case WriteOutcome.Deleted deleted -> true;
            case WriteOutcome.Hidden hidden -> true;
            case WriteOutcome.Changed changed -> true;
            case WriteOutcome.Unknown unknown -> true;
            case WriteOutcome.Refused refused -> false;
        };
    }
}
