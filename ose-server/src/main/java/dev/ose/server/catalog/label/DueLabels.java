package dev.ose.server.catalog.label;

import dev.ose.server.catalog.ObjectAddress;

/**
 * An object whose labels are to be asked for.
 *
 * @param version changes whenever that is noted again, and is never the same in two lives of a note
 */
public record DueLabels(ObjectAddress address, long version) {}
