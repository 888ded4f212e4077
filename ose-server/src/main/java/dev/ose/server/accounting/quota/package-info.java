/**
 * Limits on what tenants, users and buckets may store, and the leases under them, which let a node decide a write in
 * memory. Owns the arithmetic and the guarantee that leases never exceed a limit; the usage itself is read from the
 * counters.
 */
@NullMarked
package dev.ose.server.accounting.quota;

import org.jspecify.annotations.NullMarked;
