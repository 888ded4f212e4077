/** What usage costs: plans of prices, and bills as exact decimals. Knows neither taxes nor payments. */
@NullMarked
package dev.ose.server.accounting.rating;

import org.jspecify.annotations.NullMarked;
