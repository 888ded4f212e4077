package dev.ose.server.tenant;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ARN of a tenant or a user. The account is the tenant's id, which cannot be guessed.
 *
 * @param user the name of the user; null for the whole tenant
 */
public record PrincipalArn(TenantId tenant, @Nullable String user) {

    private static final String USER = ":user/";
    private static final String ROOT = ":root";

    /** Parses an ARN, or the bare id of a tenant, which S3 takes for the ARN of its root. */
    public static Optional<PrincipalArn> parse(String text) {
        return TenantArn.parse(text, USER, PrincipalArn::new)
                .or(() -> TenantArn.tenant(accountOfRoot(text)).map(tenant -> new PrincipalArn(tenant, null)));
    }

    private static String accountOfRoot(String text) {
        // If the account is missing, prefix and suffix overlap in a colon.
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
