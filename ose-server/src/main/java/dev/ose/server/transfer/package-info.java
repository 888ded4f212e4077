/**
 * Moves body bytes from one non-blocking channel to another: in fixed buffers, one in flight, yielding often enough
 * that a small request beside a bulk stream does not starve. Owns flow control and withholding of the end; knows
 * nothing of the bytes' meaning.
 */
@NullMarked
package dev.ose.server.transfer;

import org.jspecify.annotations.NullMarked;
