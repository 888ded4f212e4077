package dev.ose.s3.policy;

/**
 * Somebody as a policy names him.
 *
 * @param isIssuer whether it stands for those whom an issuer of tokens vouches for
 */
public record Principal(String name, boolean isIssuer) {

    /** The one that stands for everybody. */
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
