package dev.ose.server.ledger.journal;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import java.util.Arrays;
import java.util.Optional;

/** One record of the journal: the state of a write while the database was unavailable. */
public record JournalRecord(Kind kind, Intent intent) {

    /** The state of the write. */
    public enum Kind {
        /** The write is about to happen. */
        BEGUN('b'),
        /** The write ended and may have changed the key. */
        ENDED('e'),
        /** The write ended and may surface later. */
        UNSURE('u'),
        /** The write ended and changed nothing. */
        REFUSED('r');

        private final char code;

        Kind(char code) {
            this.code = code;
        }

        /** The code of the kind in a file. */
        char code() {
            return code;
        }

        static Optional<Kind> of(char code) {
            return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
        }
    }

    public static JournalRecord of(Completion completion) {
        return new JournalRecord(
                switch (completion.outcome()) {
                    case WriteOutcome.Written _,
                            WriteOutcome.Assumed _,
                            WriteOutcome.Deleted _,
                            WriteOutcome.Hidden _,
                            WriteOutcome.Changed _ -> Kind.ENDED;
                    case WriteOutcome.Unknown _ -> Kind.UNSURE;
                    case WriteOutcome.Refused _ -> Kind.REFUSED;
                },
                completion.intent());
    }

    public ObjectAddress address() {
        return intent.address();
    }
}
