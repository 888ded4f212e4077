package dev.ose.server.tenant.credential;

import org.jspecify.annotations.Nullable;

/**
 * A credential as lists show it.
 *
 * @param userName the name of its user
 * @param lastUse null if no use is known
 */
public record ShownCredential(
        Credential credential, String userName, @Nullable LastUse lastUse) {}
