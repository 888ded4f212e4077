package dev.ose.server.s3;

import dev.ose.server.credential.Identity;
import dev.ose.server.failure.Failure;

/** Whether a request was signed by somebody we know. */
sealed interface Authentication {

    /** It was. */
    record Proven(Identity identity, Coverage coverage) implements Authentication {}

    /** It was not signed at all; the coverage is what the client says of the body. */
    record Unsigned(Coverage coverage) implements Authentication {}

    /** It was not. */
    record Refused(Failure why) implements Authentication {}
}
