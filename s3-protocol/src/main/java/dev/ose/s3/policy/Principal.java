package dev.ose.s3.policy;

/**
 * Somebody as a policy names him.
 *
 * @param isIssuer whether it stands for those whom an issuer of tokens vouches for
 */
public record Principal(String name, boolean isIssuer) {

    /** The one that stands for everybody. */
    public static final String EVERYBODY = "*";
}
