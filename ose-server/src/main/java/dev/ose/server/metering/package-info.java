/**
 * Who used what, by the hour, for bills: counts in memory on the data path, and adds it to the database in batches. Owns what
 * is counted for whom; refuses to know prices, and how much is stored.
 */
@NullMarked
package dev.ose.server.metering;

import org.jspecify.annotations.NullMarked;
