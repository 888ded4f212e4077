/**
 * Access to PostgreSQL: connections with timeouts, the translation of SQL states into failures, caches of rows and
 * their invalidation. Independent of tables, which belong to the {@code jdbc} packages of their domains.
 */
@NullMarked
package dev.ose.server.database;

import org.jspecify.annotations.NullMarked;
