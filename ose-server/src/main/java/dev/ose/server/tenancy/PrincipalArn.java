package dev.ose.server.tenancy;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How clients name a tenant or a user of one. The tenant's id, which nobody can guess, is the account.
 *
 * @param user its name; null for all of the tenant
 */
public record PrincipalArn(TenantId tenant, @Nullable String user) {

    private static final String ARN = "arn:aws:iam::";
    private static final String USER = "user/";
    private static final String ROOT = "root";
    private static final int UUID_LENGTH = 36;

    /** Reads an ARN, or the bare id of a tenant, which S3 takes for the ARN of its root. */
    public static Optional<PrincipalArn> parse(String text) {
        boolean isArn = text.startsWith(ARN);
        String account = isArn ? text.substring(ARN.length()) : text;
        if (account.length() < UUID_LENGTH) {
            return Optional.empty();
        }
        String rest = account.substring(UUID_LENGTH);
        Optional<TenantId> tenant = tenant(account.substring(0, UUID_LENGTH));
        if (isArn ? rest.equals(':' + ROOT) : rest.isEmpty()) {
            return tenant.map(id -> new PrincipalArn(id, null));
        }
        String userPart = ':' + USER;
        return isArn && rest.startsWith(userPart) && rest.length() > userPart.length() && rest.indexOf('\0') < 0
                ? tenant.map(id -> new PrincipalArn(id, rest.substring(userPart.length())))
                : Optional.empty();
    }

    static Optional<TenantId> tenant(String text) {
        try {
            UUID id = UUID.fromString(text);
            // It takes shorter groups, too, and capitals, which would be other names of the same.
            return id.toString().equals(text) ? Optional.of(new TenantId(id)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return ARN + tenant + ':' + (user == null ? ROOT : USER + user);
    }
}
