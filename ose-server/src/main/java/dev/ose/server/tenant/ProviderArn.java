package dev.ose.server.tenant;

import java.util.Optional;

/**
 * How trust policies name an issuer of tokens that a tenant trusts.
 *
 * @param issuer as its tokens name it, without the scheme
 */
public record ProviderArn(TenantId tenant, String issuer) {

    private static final String PROVIDER = ":oidc-provider/";
    private static final String AFTER_SCHEME = "://";

    /** Reads an ARN; empty if it is none of an issuer, or its account none of a tenant. */
    public static Optional<ProviderArn> parse(String text) {
        return TenantArn.parse(text, PROVIDER, ProviderArn::new);
    }

    /** An issuer's name without the scheme, which neither ARNs nor keys of conditions have. */
    public static String bare(String issuer) {
        int scheme = issuer.indexOf(AFTER_SCHEME);
        return scheme < 0 ? issuer : issuer.substring(scheme + AFTER_SCHEME.length());
    }
}
