/**
 * Compares what the platforms list with the rows of objects, and has every difference verified. Never writes a row
 * itself: a listing is seldom newer than the row it is compared with.
 */
@NullMarked
package dev.ose.server.sync;

import org.jspecify.annotations.NullMarked;
