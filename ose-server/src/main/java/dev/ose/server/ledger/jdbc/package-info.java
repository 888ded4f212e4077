/** Intents, dirty keys and nodes in PostgreSQL. */
@NullMarked
package dev.ose.server.ledger.jdbc;

import org.jspecify.annotations.NullMarked;
