/** Sync runs and platform notifications in PostgreSQL. */
@NullMarked
package dev.ose.server.sync.jdbc;

import org.jspecify.annotations.NullMarked;
