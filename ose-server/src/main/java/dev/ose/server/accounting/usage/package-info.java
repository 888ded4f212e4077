/**
 * How much tenants store: counters that are exact at every moment, the work that keeps them small, and the audit that
 * proves them. Knows nothing of limits or prices.
 */
@NullMarked
package dev.ose.server.accounting.usage;

import org.jspecify.annotations.NullMarked;
