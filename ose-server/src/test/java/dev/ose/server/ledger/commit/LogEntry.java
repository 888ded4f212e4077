package dev.ose.server.ledger.commit;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;

/** One entry of the log. */
sealed interface LogEntry {

    /** The key concerned. */
    ObjectAddress address();

    /** A write is about to happen. */
    record Begun(Intent intent) implements LogEntry {

        @Override
        public ObjectAddress address() {
            return intent.address();
        }
    }

    /** A write ended. */
    record Ended(Completion completion) implements LogEntry {

        @Override
        public ObjectAddress address() {
            return completion.address();
        }
    }
}
