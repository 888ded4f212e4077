/**
 * Probes the capabilities of a platform in buckets of its own, and stores the results in addition to what its adapter
 * declares. Touches no bucket of a tenant.
 */
@NullMarked
package dev.ose.server.platform.probe;

import org.jspecify.annotations.NullMarked;
