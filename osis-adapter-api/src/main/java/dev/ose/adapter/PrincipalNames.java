package dev.ose.adapter;

import java.util.Optional;

/**
 * How a platform names its tenants and users as principals of bucket policies. Works names out without asking the
 * platform: no method blocks. Names have no character that JSON escapes.
 */
public interface PrincipalNames {

    /** The name of the user. */
    String of(PlatformUserId user);

    /** The name of all users of the tenant together. */
    String of(PlatformTenantId tenant);

    /** The user whom the name stands for; empty if it stands for none. */
    Optional<PlatformUserId> user(String principal);

    /** The tenant whose users the name stands for; empty if it stands for none. */
    Optional<PlatformTenantId> tenant(String principal);
}
