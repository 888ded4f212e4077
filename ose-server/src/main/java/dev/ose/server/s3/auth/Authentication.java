package dev.ose.server.s3.auth;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.tenant.credential.Identity;

/** Whether a request was signed by somebody we know. */
public sealed interface Authentication {

    /** It was. */
    record Proven(Identity identity, PayloadAuthentication coverage) implements Authentication {}

    /** It was not signed at all; the coverage is what the client says of the body. */
    record Unsigned(PayloadAuthentication coverage) implements Authentication {}

    /** It was not. */
    record Refused(Failure why) implements Authentication {}
}
