/**
 * Group commit of intents and completions, the decision what ended writes change, and the buffer that stands in while
 * the database is away.
 */
@NullMarked
package dev.ose.server.ledger.commit;

import org.jspecify.annotations.NullMarked;
