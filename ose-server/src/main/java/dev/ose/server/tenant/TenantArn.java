package dev.ose.server.tenant;

import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** The common form of IAM ARNs: the account, which is the id of a tenant, a resource type and a name. */
final class TenantArn {

    static final String PREFIX = "arn:aws:iam::";

    private TenantArn() {}

    /**
     * Parses the ARN of a resource; empty if it has another type or no name, or its account is not that of a tenant.
     *
     * @param kind the text between account and name
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
            // {@code UUID} also accepts shorter groups and capitals, which would be aliases.
            return id.toString().equals(text) ? Optional.of(new TenantId(id)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
