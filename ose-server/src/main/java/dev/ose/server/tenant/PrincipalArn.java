package dev.ose.server.tenant;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How clients name a tenant or a user of one. The tenant's id, which nobody can guess, is the account.
 *
 * @param user its name; null for all of the tenant
 */
public record PrincipalArn(TenantId tenant, @Nullable String user) {

    private static final String USER = ":user/";
    private static final String ROOT = ":root";

    /** Reads an ARN, or the bare id of a tenant, which S3 takes for the ARN of its root. */
    public static Optional<PrincipalArn> parse(String text) {
        return TenantArn.parse(text, USER, PrincipalArn::new)
                .or(() -> TenantArn.tenant(accountOfRoot(text)).map(tenant -> new PrincipalArn(tenant, null)));
    }

    private static String accountOfRoot(String text) {
        // Without an account the two ends have a colon in common.
        return text.length() >= TenantArn.PREFIX.length() + ROOT.length()
                        && text.startsWith(TenantArn.PREFIX)
                        && text.endsWith(ROOT)
                ? text.substring(TenantArn.PREFIX.length(), text.length() - ROOT.length())
                : text;
    }

    @Override
    public String toString() {
        return TenantArn.PREFIX + tenant + (user == null ? ROOT : USER + user);
    }
}
