/**
 * Hourly usage for billing: counted in memory on the data path and added to the database in batches. Owns what is
 * counted and for which account; independent of prices and of stored capacity.
 */
@NullMarked
package dev.ose.server.accounting.metering;

import org.jspecify.annotations.NullMarked;
