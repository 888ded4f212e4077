package dev.ose.osis.service;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a query: {@code key==value} terms separated by semicolons, all of which must hold. Terms of another
 * form are ignored; without terms, everything matches.
 */
record OsisFilter(Map<String, String> terms) {

    /** The names of a user and what the older ones stand for. */
    private static final Set<String> NAMES = Set.of("username", "display_name");

    static OsisFilter parse(String text) {
        Map<String, String> terms = new LinkedHashMap<>();
        for (String term : text.split(";", -1)) {
            String[] sides = term.split("==", -1);
            if (sides.length == 2 && !sides[0].isBlank() && !sides[1].isBlank()) {
                terms.put(sides[0].strip(), sides[1].strip());
            }
        }
        return new OsisFilter(terms);
    }

    @Nullable
    String term(String key) {
        return terms.get(key);
    }

    /** A term for an organisation may name the tenant itself: the organisation that adopted it has the tenant's id. */
    boolean admits(TenantEntry tenant) {
        return all((key, value) -> switch (key) {
            case "tenant_id" -> tenant.hasId(value);
            case "cd_tenant_id" -> tenant.serves(value) || tenant.hasId(value);
            case "display_name", "name" -> value.equals(tenant.tenant().name());
            default -> false;
        });
    }

    /** Whether the user and its tenant match; a key that is not about users matches none. */
    boolean admits(UserEntry user, TenantEntry home) {
        return all((key, value) -> NAMES.contains(key)
                ? isCalled(user, home, value)
                : switch (key) {
                    case "tenant_id" -> home.hasId(value);
                    case "cd_tenant_id" ->
                        value.equals(user.user().cdTenantId()) || home.serves(value) || home.hasId(value);
                    case "user_id" -> value.equals(user.user().userId());
                    case "cd_user_id" -> value.equals(user.user().cdUserId());
                    case "canonical_user_id" -> value.equals(user.user().canonicalUserId());
                    case "active" -> value.equals(Boolean.toString(user.user().works()));
                    default -> false;
                });
    }

    /** OSE 2 uses one key for a user's id, a user's name and the name of a tenant, whose users are then all meant. */
    private static boolean isCalled(UserEntry user, TenantEntry home, String value) {
        return value.equals(user.user().userId())
                || value.equals(user.user().cdUserId())
                || value.equals(home.tenant().name())
                || value.equals(user.user().anyName());
    }

    /** Whether the key pair and its owner match. */
    boolean admits(KeyEntry key, UserEntry owner, TenantEntry home) {
        String accessKey = term("access_key");
        return (accessKey == null || accessKey.equals(key.accessKey()))
                && without("access_key").admits(owner, home);
    }

    private OsisFilter without(String key) {
        Map<String, String> rest = new LinkedHashMap<>(terms);
        rest.remove(key);
        return new OsisFilter(rest);
    }

    private boolean all(Term test) {
        Predicate<Map.Entry<String, String>> holds = term -> test.holds(term.getKey(), term.getValue());
        return terms.entrySet().stream().allMatch(holds);
    }

    private interface Term {
        boolean holds(String key, String value);
    }
}
