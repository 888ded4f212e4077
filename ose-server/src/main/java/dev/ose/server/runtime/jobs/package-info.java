/**
 * The runtime of background jobs: their schedule and stop, and how failures and events are reported to the operator.
 * Independent of the work itself.
 */
@NullMarked
package dev.ose.server.runtime.jobs;

import org.jspecify.annotations.NullMarked;
