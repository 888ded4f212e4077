/** Counters, quotas, leases, metered hours and uploads in PostgreSQL. */
@NullMarked
package dev.ose.server.accounting.jdbc;

import org.jspecify.annotations.NullMarked;
