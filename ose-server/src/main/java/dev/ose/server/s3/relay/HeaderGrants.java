package dev.ose.server.s3.relay;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.TenantGrants;
import java.util.List;
import java.util.Set;

/**
 * What the {@code x-amz-grant-*} headers of a request grant.
 *
 * @param headers as the platform is to see them
 * @param grantees whom they name, a canned ACL included
 * @param tenants what they grant whole tenants, of which the platform's headers say nothing
 */
public record HeaderGrants(List<HeaderField> headers, Set<Grantee> grantees, TenantGrants tenants) {

    public static final HeaderGrants NOTHING = new HeaderGrants(List.of(), Set.of(), TenantGrants.NONE);

    public static final HeaderGrants EVERYBODY =
            new HeaderGrants(List.of(), Set.of(new Grantee.Everybody()), TenantGrants.NONE);
}
