package dev.ose.s3.sigv4;

import java.time.Instant;

/**
 * What a signing key is good for: one day (eight digits, UTC), one region and one service.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html">Credential scope</a>
 */
public record CredentialScope(String day, String region, String service) {

    static final String TERMINATOR = "aws4_request";

    /** The scope of a request made at the given moment. */
    public static CredentialScope at(Instant time, String region, String service) {
        return new CredentialScope(AmzTime.day(AmzTime.format(time)), region, service);
    }

    /** The scope as it appears in a credential and in the string to sign. */
    @Override
    public String toString() {
        return day + '/' + region + '/' + service + '/' + TERMINATOR;
    }
}
