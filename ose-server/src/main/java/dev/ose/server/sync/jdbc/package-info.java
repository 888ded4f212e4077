/** Runs of comparisons, and what platforms notify, in PostgreSQL. */
@NullMarked
package dev.ose.server.sync.jdbc;

import org.jspecify.annotations.NullMarked;
