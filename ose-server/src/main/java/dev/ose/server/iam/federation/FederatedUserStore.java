package dev.ose.server.iam.federation;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.util.Optional;

/**
 * Stores the subjects that users were created for. A user belongs to one subject from its first row on, permanently,
 * even after it is removed. Every method blocks on the database.
 */
public interface FederatedUserStore {

    /** The user created for a subject. */
    sealed interface Binding {

        /** A user; it can act once it is finished. */
        record Of(User user, boolean isFinished) implements Binding {}

        /** A user who was removed. */
        record Gone() implements Binding {}
    }

    /** The result of a claim. */
    sealed interface Claim {

        /** The subject's user; a concurrent call may have finished it. */
        record Of(User user, boolean isFinished) implements Claim {}

        /** Another user has the name, finished or not, or the name is reserved by a mapping of an identity provider. */
        record NameTaken() implements Claim {}

        /** The provider has reached its limit of users. */
        record Full() implements Claim {}

        /**
         * No user is created: the tenant, or the subject's user, is disabled or removed, or the provider creates no
         * users.
         */
        record Closed() implements Claim {}
    }

    /** The user that was created for the subject. */
    Optional<Binding> find(TenantId tenant, FederatedSubject subject);

    /** Whether the user was created for a subject, or for a user of Cloud Director. */
    boolean isBound(TenantId tenant, UserId user);

    /**
     * Inserts an unfinished user for the subject, or returns the one that was inserted before, whatever its name.
     * Concurrent calls, on any nodes, insert only one.
     */
    Claim claim(FederatedSubject subject, User draft);

    /**
     * Deletes an unfinished user after the platform certainly created nothing. Does nothing if there was another
     * attempt, or a counterpart is recorded.
     */
    void release(FederatedSubject subject, User user);
}
