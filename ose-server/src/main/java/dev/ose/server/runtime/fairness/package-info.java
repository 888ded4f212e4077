/**
 * Shares out what is scarce, such as connections and threads, among those who wait for it. Knows how many each holds;
 * refuses to know what it is that they hold, and who they are.
 */
@NullMarked
package dev.ose.server.runtime.fairness;

import org.jspecify.annotations.NullMarked;
