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
 * An issuer whose tokens a tenant trusts. Only the provider's administrators make one, since nodes ask its addresses.
 *
 * @param name by which administrators call it
 * @param issuer as tokens name it, letter by letter
 * @param audiences for whom a token must have been made, one of them at least
 * @param keys where the issuer's keys are; null to ask the issuer where
 * @param claim the claim that says who somebody is
 * @param users which user each value of the claim stands for; without any, and without new users, the value is the user's name
 * @param newUsers that and how its tokens make users; null if they make none
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

    private static final int LONGEST = 512;
    private static final int MOST_AUDIENCES = 20;
    private static final int MOST_USERS = 1000;
    private static final Set<String> THIS_MACHINE = Set.of("127.0.0.1", "localhost", "[::1]");

    /** Fails with {@code Invalid} and the field to blame. */
    public IdentityProvider {
        audiences = List.copyOf(audiences);
        users = Map.copyOf(users);
        checkText("name", name);
        checkText("claim", claim);
        checkAddress("issuer", issuer);
        if (keys != null) {
            checkAddress("keys", keys.toString());
        }
        if (audiences.isEmpty() || audiences.size() > MOST_AUDIENCES) {
            throw invalid("audiences", "must be 1 to " + MOST_AUDIENCES);
        }
        audiences.forEach(audience -> checkText("audiences", audience));
        if (users.size() > MOST_USERS) {
            throw invalid("users", "must be at most " + MOST_USERS);
        }
        users.forEach((value, user) -> {
            checkText("users", value);
            checkText("users", user);
        });
    }

    static void checkText(String field, String text) {
        if (text.isBlank() || text.length() > LONGEST || text.indexOf('\0') >= 0) {
            throw invalid(field, "must have 1 to " + LONGEST + " characters");
        }
    }

    /** Whoever can change what comes from there can be anybody: only this machine may be asked without TLS. */
    private static void checkAddress(String field, String address) {
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
