/**
 * How much may be stored: limits of tenants, users and buckets, and the room under them, which nodes lease so that a
 * write is decided in memory. Owns the arithmetic and the promise that leases never exceed a limit; refuses to know
 * what is stored, which the counters tell.
 */
@NullMarked
package dev.ose.server.accounting.quota;

import org.jspecify.annotations.NullMarked;
