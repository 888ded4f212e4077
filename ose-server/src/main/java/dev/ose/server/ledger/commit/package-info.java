/**
 * Group commit of intents and completions, the decision what completed writes change, and the buffer that replaces the
 * database during an outage.
 */
@NullMarked
package dev.ose.server.ledger.commit;

import org.jspecify.annotations.NullMarked;
