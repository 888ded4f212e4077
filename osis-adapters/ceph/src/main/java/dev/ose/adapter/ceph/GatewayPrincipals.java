package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.PrincipalNames;
import java.util.Optional;

/**
 * Principals of the gateway's policies: ARNs in which its tenants take the place of accounts.
 *
 * @see <a href="https://docs.ceph.com/en/latest/radosgw/bucketpolicy/">Bucket policies of Ceph</a>
 */
final class GatewayPrincipals implements PrincipalNames {

    private static final String ARN = "arn:aws:iam::";
    private static final String USER = ":user/";
    private static final String ROOT = ":root";

    @Override
    public String of(PlatformUserId user) {
        int separator = user.value().indexOf(GatewayIds.SEPARATOR);
        return ARN + user.value().substring(0, separator) + USER + user.value().substring(separator + 1);
    }

    @Override
    public String of(PlatformTenantId tenant) {
        return ARN + tenant.value() + ROOT;
    }

    @Override
    public Optional<PlatformUserId> user(String principal) {
        int middle = principal.indexOf(USER);
        return principal.startsWith(ARN) && middle > ARN.length()
                ? Optional.of(new PlatformUserId(principal.substring(ARN.length(), middle)
                                + GatewayIds.SEPARATOR
                                + principal.substring(middle + USER.length())))
                        .filter(GatewayIds::isOurs)
                : Optional.empty();
    }

    @Override
    public Optional<PlatformTenantId> tenant(String principal) {
        return principal.startsWith(ARN)
                        && principal.endsWith(ROOT)
                        && principal.length() > ARN.length() + ROOT.length()
                ? Optional.of(new PlatformTenantId(
                                principal.substring(ARN.length(), principal.length() - ROOT.length())))
                        .filter(GatewayIds::isOurs)
                : Optional.empty();
    }
}
