/**
 * Finds out what a platform can do by trying it, in buckets of its own, and keeps what was found beside what its adapter says.
 * Touches no bucket of a tenant, and stands in nobody's way.
 */
@NullMarked
package dev.ose.server.capability;

import org.jspecify.annotations.NullMarked;
