/**
 * A node's life cycle: its data directory, the order in which parts stop, readiness and liveness, and the errors that
 * prevent a start. Independent of what the parts do.
 */
@NullMarked
package dev.ose.server.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
