/**
 * The protocol that keeps the rows of objects consistent under concurrency and crashes: an intent is durable before the
 * platform may show a write, its completion before the client receives success ({@code
 * docs/decisions/0005-writes-are-tracked-by-intents.md}). No row of this package decides a request.
 */
@NullMarked
package dev.ose.server.ledger;

import org.jspecify.annotations.NullMarked;
