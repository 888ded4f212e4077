package dev.ose.server.catalog.label;

import dev.ose.server.catalog.ObjectAddress;

/**
 * An object whose labels are to be read from the platform.
 *
 * @param version changes whenever the object is queued again, and is never reused for a later entry of it
 */
public record DueLabels(ObjectAddress address, long version) {}
