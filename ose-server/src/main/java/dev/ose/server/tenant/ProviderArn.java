package dev.ose.server.tenant;

import java.util.Optional;

/**
 * The ARN of an identity provider that a tenant trusts, as in trust policies.
 *
 * @param issuer the issuer claim of its tokens, without the scheme
 */
public record ProviderArn(TenantId tenant, String issuer) {

    private static final String PROVIDER = ":oidc-provider/";
    private static final String AFTER_SCHEME = "://";

    /** Parses an ARN; empty if it is not that of an identity provider, or its account not that of a tenant. */
    public static Optional<ProviderArn> parse(String text) {
        return TenantArn.parse(text, PROVIDER, ProviderArn::new);
    }

    /** An issuer's name without the scheme, as in ARNs and condition keys. */
    public static String bare(String issuer) {
        int scheme = issuer.indexOf(AFTER_SCHEME);
        return scheme < 0 ? issuer : issuer.substring(scheme + AFTER_SCHEME.length());
    }
}
