/** Probes of a running node: liveness, service and memory. */
@NullMarked
package dev.ose.keeper.probe;

import org.jspecify.annotations.NullMarked;
