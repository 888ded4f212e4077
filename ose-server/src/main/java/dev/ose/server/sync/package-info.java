/**
 * Compares the listings of platforms with the rows of objects, and queues every difference for verification. Never
 * writes a row itself: a listing is seldom newer than the row it is compared with.
 */
@NullMarked
package dev.ose.server.sync;

import org.jspecify.annotations.NullMarked;
