package dev.ose.server.s3.relay;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.TenantGrants;
import java.util.List;
import java.util.Set;

/**
 * The grants in the {@code x-amz-grant-*} headers of a request.
 *
 * @param headers as sent to the platform
 * @param grantees all grantees, including those of a canned ACL
 * @param tenants grants to whole tenants, which are not in the platform's headers
 */
public record HeaderGrants(List<HeaderField> headers, Set<Grantee> grantees, TenantGrants tenants) {

    public static final HeaderGrants NOTHING = new HeaderGrants(List.of(), Set.of(), TenantGrants.NONE);

    public static final HeaderGrants EVERYBODY =
            new HeaderGrants(List.of(), Set.of(new Grantee.Everybody()), TenantGrants.NONE);
}
