package dev.ose.server.ledger.verify;

import dev.ose.server.catalog.ObjectAddress;

/**
 * A key whose row may be wrong, claimed for verification.
 *
 * @param version changes whenever the key is marked again, and is never reused for a later mark of the key
 * @param held whether a write could still surface at the time of the claim: the platform's answer is applied, and the
 *     key is verified once more
 */
public record DirtyKey(ObjectAddress address, long version, boolean held) {}
