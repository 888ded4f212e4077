package dev.ose.server.tenancy;

import java.util.Optional;

/** How clients name a role of a tenant, whose id is the account. */
public record RoleArn(TenantId tenant, String name) {

    private static final String ARN = "arn:aws:iam::";
    private static final String ROLE = ":role/";

    /** Of a name, in characters. */
    private static final int LONGEST = 64;

    /** Reads an ARN; empty if it is none of a role, or its account none of a tenant. */
    public static Optional<RoleArn> parse(String text) {
        int middle = text.indexOf(ROLE);
        String name = middle < 0 ? "" : text.substring(middle + ROLE.length());
        return text.startsWith(ARN)
                        && middle >= ARN.length()
                        && !name.isEmpty()
                        && name.length() <= LONGEST
                        && name.indexOf('\0') < 0
                ? PrincipalArn.tenant(text.substring(ARN.length(), middle)).map(tenant -> new RoleArn(tenant, name))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return ARN + tenant + ROLE + name;
    }
}
