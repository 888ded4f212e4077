/**
 * How much tenants store: counters that are exact at every moment, the job that keeps them small, and the audit that
 * verifies them; and how much they stored hour by hour. Independent of limits and prices.
 */
@NullMarked
package dev.ose.server.accounting.usage;

import org.jspecify.annotations.NullMarked;
