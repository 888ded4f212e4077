package dev.ose.server.tenant;

import java.util.Optional;

/** The ARN of a role of a tenant, whose id is the account. */
public record RoleArn(TenantId tenant, String name) {

    private static final String ROLE = ":role/";

    /** Maximum length of a name in characters. */
    private static final int MAX_LENGTH = 64;

    /** Parses an ARN; empty if it is not that of a role, or its account not that of a tenant. */
    public static Optional<RoleArn> parse(String text) {
        return TenantArn.parse(text, ROLE, RoleArn::new)
                .filter(role -> role.name().length() <= MAX_LENGTH);
    }

    @Override
    public String toString() {
        return TenantArn.PREFIX + tenant + ROLE + name;
    }
}
