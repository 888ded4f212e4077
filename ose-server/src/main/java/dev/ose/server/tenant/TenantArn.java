package dev.ose.server.tenant;

import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** What all ARNs of IAM have in common: the account, which is the id of a tenant, and a name behind the kind of thing. */
final class TenantArn {

    static final String PREFIX = "arn:aws:iam::";

    private TenantArn() {}

    /**
     * Reads the ARN of a thing; empty if it is of another kind, has no name, or its account is none of a tenant.
     *
     * @param kind what stands between account and name
     */
    static <T> Optional<T> parse(String text, String kind, BiFunction<TenantId, String, T> thing) {
        int middle = text.indexOf(kind);
        String name = middle < 0 ? "" : text.substring(middle + kind.length());
        return text.startsWith(PREFIX) && middle >= PREFIX.length() && !name.isEmpty() && name.indexOf('\0') < 0
                ? tenant(text.substring(PREFIX.length(), middle)).map(tenant -> thing.apply(tenant, name))
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
}
