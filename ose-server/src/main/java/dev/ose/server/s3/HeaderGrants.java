package dev.ose.server.s3;

import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.bucket.Grantee;
import dev.ose.server.bucket.TenantGrants;
import java.util.List;
import java.util.Set;

/**
 * What the {@code x-amz-grant-*} headers of a request grant.
 *
 * @param headers as the platform is to see them
 * @param grantees whom they name, a canned ACL included
 * @param tenants what they grant whole tenants, of which the platform's headers say nothing
 */
record HeaderGrants(List<HeaderField> headers, Set<Grantee> grantees, TenantGrants tenants) {

    static final HeaderGrants NOTHING = new HeaderGrants(List.of(), Set.of(), TenantGrants.NONE);

    static final HeaderGrants EVERYBODY = new HeaderGrants(List.of(), Set.of(new Grantee.Everybody()), TenantGrants.NONE);
}
