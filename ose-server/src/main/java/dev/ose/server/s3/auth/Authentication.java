package dev.ose.server.s3.auth;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.credential.Identity;

/** The result of authenticating a request. */
public sealed interface Authentication {

    /** The signature of a known credential is valid. */
    record Proven(Identity identity, PayloadAuthentication coverage) implements Authentication {}

    /** The request is not signed; the coverage is the client's claim about the body. */
    record Unsigned(PayloadAuthentication coverage) implements Authentication {}

    /**
     * The request has an {@code Authorization} header of a scheme that is none of S3; the coverage is the client's
     * claim about the body.
     *
     * @param why the refusal, unless the scheme is known elsewhere
     */
    record OtherScheme(Failure why, PayloadAuthentication coverage) implements Authentication {}

    /** The signature is invalid or its credential unknown. */
    record Refused(Failure why) implements Authentication {}
}
