package dev.ose.server.ledger.verify;

import dev.ose.server.catalog.ObjectAddress;

/**
 * A key whose row may be wrong, taken for verification.
 *
 * @param version changes whenever the key is marked again, and is never the same in two lives of a mark
 * @param held whether, when it was taken, a write could still surface: what the platform says is believed, yet not for
 *     the last time
 */
public record DirtyKey(ObjectAddress address, long version, boolean held) {}
