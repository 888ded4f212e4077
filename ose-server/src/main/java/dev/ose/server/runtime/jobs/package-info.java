/**
 * The runtime of background work: when it runs, how it stops, and how an operator hears that it fails or that something happened.
 * Refuses to know what the work is.
 */
@NullMarked
package dev.ose.server.runtime.jobs;

import org.jspecify.annotations.NullMarked;
