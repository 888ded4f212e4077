/**
 * What was used, by the hour, for bills: counted in memory on the data path and added to the database in batches. Owns
 * what is counted for whom; refuses to know prices, and how much is stored.
 */
@NullMarked
package dev.ose.server.accounting.metering;

import org.jspecify.annotations.NullMarked;
