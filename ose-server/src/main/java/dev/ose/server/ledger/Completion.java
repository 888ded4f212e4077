package dev.ose.server.ledger;

import dev.ose.server.catalog.ObjectAddress;

/** An intent together with the outcome of its write. */
public record Completion(Intent intent, WriteOutcome outcome) {

    public ObjectAddress address() {
        return intent.address();
    }

    /** Returns false only for a refused write; every other outcome may have changed the key. */
    public boolean isEffective() {
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
