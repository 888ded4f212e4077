/** Webhooks and the outbox of events in PostgreSQL. */
@NullMarked
package dev.ose.server.event.jdbc;

import org.jspecify.annotations.NullMarked;
