/**
 * Moves body bytes from one non-blocking channel to another: in fixed buffers, one in flight, yielding often enough
 * that a small request beside a bulk stream does not starve. Owns flow control, hold-back and the minimum rate;
 * refuses to know whose bytes they are.
 */
@NullMarked
package dev.ose.server.transfer;

import org.jspecify.annotations.NullMarked;
