/**
 * The protocol that keeps rows of objects true under concurrency and crashes: an intent is durable before the platform
 * may show a write, its completion before the client hears of it ({@code docs/decisions/0005-writes-are-tracked-by-
 * intents.md}). No row here ever decides a request.
 */
@NullMarked
package dev.ose.server.ledger;

import org.jspecify.annotations.NullMarked;
