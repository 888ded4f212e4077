package dev.ose.server.s3;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.server.access.ManagementLogins;
import dev.ose.server.access.ManagementLogins.SignedIn;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.relay.RequestTrace;
import dev.ose.server.tenant.credential.Caller;
import java.util.Optional;

/**
 * The callers of requests without a signature: users who are signed in at the management API, and anonymous ones. Asked
 * only after the signature was looked for, so that signed requests pay nothing for it.
 */
final class UnsignedCallers {

    private static final Failure READ_ONLY = new Failure.Unauthenticated(
            S3Error.of(S3ErrorCode.ACCESS_DENIED, "The token permits reading only; use one that is not read-only."));

    private final ManagementLogins logins;

    UnsignedCallers(ManagementLogins logins) {
        this.logins = logins;
    }

    /** The login that the request shows; empty if it is anonymous. */
    Optional<ManagementLogins.Attempt> shown(RequestTrace trace, S3Request request, S3Operation operation) {
        return logins.find(new ManagementLogins.Request(
                        trace.answer().id().value(),
                        request.method(),
                        request.exchange().scheme() + "://" + request.get("host"),
                        request.exchange().peer().getAddress(),
                        request))
                .filter(attempt -> !attempt.isAmbient() || counts(operation));
    }

    /**
     * Whether a login that browsers add by themselves counts. It does not read objects: they are written by others, and
     * would be documents of the portal's own origin. A form has its credential in its fields.
     */
    private static boolean counts(S3Operation operation) {
        return switch (operation) {
            case ObjectOperation.GetObject _,
                    ObjectOperation.GetObjectTorrent _,
                    ObjectOperation.SelectObjectContent _,
                    BucketOperation.PostObject _ -> false;
            default -> true;
        };
    }

    /** What becomes of a user that was found. */
    interface Next {

        void serve(Caller caller);

        /** The login does not permit the operation. */
        void refuse(Caller caller, Failure reason);
    }

    /** Checks the login on another thread, and goes on with its user. */
    static void signIn(RequestTrace trace, ManagementLogins.Attempt attempt, S3Operation operation, Next next) {
        if (attempt.isAmbient()) {
            // The answer depends on a cookie, which caches do not look at.
            trace.exchange().setResponseHeader("Cache-Control", "no-store");
        }
        trace.block(() -> {
            SignedIn signedIn = attempt.signIn();
            trace.resume(() -> {
                trace.identity(signedIn.identity(), signedIn.login());
                if (signedIn.isReadOnly() && operation.isWrite()) {
                    next.refuse(signedIn.identity(), READ_ONLY);
                } else {
                    next.serve(signedIn.identity());
                }
            });
        });
    }
}
