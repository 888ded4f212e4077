/**
 * Finds out what a platform can do by trying it, in buckets of its own, and keeps the result beside what its adapter
 * claims. Touches no bucket of a tenant.
 */
@NullMarked
package dev.ose.server.platform.probe;

import org.jspecify.annotations.NullMarked;
