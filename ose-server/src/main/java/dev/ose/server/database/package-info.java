/**
 * Access to PostgreSQL: connections with time limits, the translation of SQL states into failures, caches of rows and
 * their invalidation. Refuses to know tables; those are known to the {@code jdbc} package of the domain that they
 * belong to.
 */
@NullMarked
package dev.ose.server.database;

import org.jspecify.annotations.NullMarked;
