package dev.ose.s3.policy;

/**
 * A principal in a policy.
 *
 * @param isIssuer whether it is an identity provider, for all its tokens
 */
public record Principal(String name, boolean isIssuer) {

    /** The principal of all callers. */
    public static final String EVERYBODY = "*";

    private static final String PROVIDER = ":oidc-provider/";

    /** Whether it stands for the issuer that is called so, without a scheme and in whatever case. */
    boolean isIssuer(String bare) {
        int provider = name.indexOf(PROVIDER);
        return isIssuer
                && provider >= 0
                && name.substring(provider + PROVIDER.length()).equalsIgnoreCase(bare);
    }
}
