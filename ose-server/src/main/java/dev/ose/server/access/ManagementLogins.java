package dev.ose.server.access;

import dev.ose.s3.operation.HeaderLookup;
import dev.ose.server.audit.LoginKind;
import dev.ose.server.tenant.credential.Identity;
import java.net.InetAddress;
import java.util.Optional;

/**
 * Logins of the management API on S3 requests without a signature: sessions of browsers, personal tokens, and access
 * tokens of Cloud Director. Thread-safe.
 */
public interface ManagementLogins {

    /**
     * The login that a request shows; empty if it shows none that counts. Does not block, and keeps nothing of the
     * request that may change.
     */
    Optional<Attempt> find(Request request);

    /**
     * A request without a signature.
     *
     * @param id as in its answer
     * @param origin scheme and host of the request, in the form of the Origin header
     * @param client the address of the client
     */
    record Request(String id, String method, String origin, InetAddress client, HeaderLookup headers) {}

    /** A login that is not checked yet. */
    interface Attempt {

        /** Whether a browser adds the login by itself, also to requests that its user does not know of. */
        boolean isAmbient();

        /**
         * Checks the login. Blocks.
         *
         * @throws dev.ose.server.runtime.failure.FailureException {@code Unauthenticated} with the S3 error if the
         *     login is refused or is of no user of a tenant; {@code Busy}, {@code MetadataUnavailable}, {@code
         *     DirectorUnreachable}, {@code AuditUnavailable} if it cannot be checked now
         */
        SignedIn signIn();
    }

    /**
     * A checked login.
     *
     * @param identity the user, with its reserved credential
     * @param isReadOnly whether the login permits no writes
     */
    record SignedIn(Identity identity, LoginKind login, boolean isReadOnly) {}
}
