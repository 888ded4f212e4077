package dev.ose.server.iam.federation;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An OpenID Connect identity provider that a tenant trusts. Only administrators of the provider create one, because
 * nodes connect to its addresses.
 *
 * @param name the name for administrators
 * @param issuer the exact issuer claim of its tokens
 * @param audiences the accepted audiences, at least one
 * @param keys the JWKS URI; null to discover it from the issuer
 * @param claim the claim that identifies the user
 * @param users the user for each value of the claim; if empty, and without new users, the value is the user's name
 * @param newUsers how tokens create users; null if they do not
 */
public record IdentityProvider(
        TenantId tenant,
        String name,
        String issuer,
        List<String> audiences,
        @Nullable URI keys,
        String claim,
        Map<String, String> users,
        @Nullable JitProvisioningPolicy newUsers) {

    private static final int MAX_LENGTH = 512;
    private static final int MAX_AUDIENCES = 20;
    private static final int MAX_USERS = 1000;
    private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]");

    /** Fails with {@code Invalid}, which names the field. */
    public IdentityProvider {
        audiences = List.copyOf(audiences);
        users = Map.copyOf(users);
        checkText("name", name);
        checkText("claim", claim);
        checkAddress("issuer", issuer);
        if (keys != null) {
            checkAddress("keys", keys.toString());
        }
        if (audiences.isEmpty() || audiences.size() > MAX_AUDIENCES) {
            throw invalid("audiences", "must be 1 to " + MAX_AUDIENCES);
        }
        audiences.forEach(audience -> checkText("audiences", audience));
        if (users.size() > MAX_USERS) {
            throw invalid("users", "must be at most " + MAX_USERS);
        }
        users.forEach((value, user) -> {
            checkText("users", value);
            checkText("users", user);
        });
    }

    /** The same for tokens that are issued for one client alone. */
    public IdentityProvider forClient(String client) {
        return new IdentityProvider(tenant, name, issuer, List.of(client), keys, claim, users, newUsers);
    }

    static void checkText(String field, String text) {
        if (text.isBlank() || text.length() > MAX_LENGTH || text.indexOf('\0') >= 0) {
            throw invalid(field, "must have 1 to " + MAX_LENGTH + " characters");
        }
    }

    /** Control of this content allows to impersonate any user: only loopback may be used without TLS. */
    static void checkAddress(String field, String address) {
        checkText(field, address);
        URI uri;
        try {
            uri = URI.create(address);
        } catch (IllegalArgumentException e) {
            throw invalid(field, "must be a URL");
        }
        boolean isSafe = "https".equals(uri.getScheme())
                || ("http".equals(uri.getScheme()) && uri.getHost() != null && THIS_MACHINE.contains(uri.getHost()));
        if (!isSafe || uri.getHost() == null || uri.getUserInfo() != null || uri.getFragment() != null) {
            throw invalid(field, "must be a URL of https, without a login");
        }
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
