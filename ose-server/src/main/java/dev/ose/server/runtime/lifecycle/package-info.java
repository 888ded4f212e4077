/**
 * A node's life: its data directory, the order in which parts stop, whether it is ready, and what an operator is told
 * when it cannot start. Refuses to know what the parts do.
 */
@NullMarked
package dev.ose.server.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
