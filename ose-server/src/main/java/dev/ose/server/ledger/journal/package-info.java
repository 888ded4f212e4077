/** Files of the ledger: the journal of an outage and the writes of the last minutes. */
@NullMarked
package dev.ose.server.ledger.journal;

import org.jspecify.annotations.NullMarked;
